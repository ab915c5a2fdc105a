import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { call } from "../main-call.test-support.ts";
import { UsageError } from "../usage-error.ts";
import { expectFlags, REFUSED_FLAGS } from "./expect-flags.ts";
import { openTarget, TARGET_FLAGS } from "./open-target.ts";
import { TARGET_KINDS, type TargetKind } from "./target-kind.ts";
import { WAIT_FLAGS } from "./wait-flags.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-flags-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "target.yml");
writeFileSync(file, "baseUrl: https://127.0.0.1:1\n");
const pem = join(folder, "ca.pem");
writeFileSync(pem, "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n");

/** A valid and an invalid value of each flag; every value is valid for a prefix. */
const VALUES: Readonly<Record<string, { readonly good: string; readonly bad?: string }>> = {
  profile: { good: "atlas", bad: "atlass" },
  "accept-date": { good: "2024-08-05", bad: "2024-02-30" },
  "metrics-url": { good: "http://127.0.0.1:1/metrics", bad: "nowhere" },
  group: { good: "32b6e34b3d91647abb20e7b8", bad: "xyz" },
  allow: { good: "create", bad: "creat" },
  fault: { good: "PG-03", bad: "PG-99" },
  variant: { good: "nothing", bad: "nothing" },
  ca: { good: pem, bad: join(folder, "nofile.pem") },
  "env-prefix": { good: "PLUMBLINE_" },
  rate: { good: "100/min", bad: "100/h" },
  "wait-for-target": { good: "5", bad: "soon" },
  limit: { good: "createCluster=2", bad: "createClutser=2" },
};
const ALL = { ...TARGET_FLAGS, ...WAIT_FLAGS };
const FLAGS = Object.keys(ALL).filter((name) => name !== "target");
const NAMES: Readonly<Record<TargetKind, string>> = {
  reference: "reference",
  prism: "prism",
  url: "https://127.0.0.1:1",
  file,
};
const matrix = TARGET_KINDS.flatMap((kind) => FLAGS.map((flag) => [kind, flag] as const));

describe("every flag about a target, for every kind of target", () => {
  it("has its values in this test", () => {
    expect(Object.keys(VALUES).sort()).toEqual([...FLAGS].sort());
  });

  it.each(matrix)(
    "%s with --%s and a value that can be none: refused before anything is started",
    async (kind, flag) => {
      const { bad } = VALUES[flag] ?? {};
      if (bad === undefined) return;
      const { code, note } = await call(["run", "--target", NAMES[kind], `--${flag}`, bad, "--out", folder]);
      expect([code, note]).toEqual([2, expect.stringMatching(new RegExp(`${flag}|"${bad}"|${bad}`))]);
      expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
    },
  );

  it.each(matrix)("%s with --%s: taken, or refused with the reason", (kind, flag) => {
    const given = readFlags("run", ALL, [`--${flag}`, VALUES[flag]?.good ?? ""]);
    const why = REFUSED_FLAGS[kind][flag];
    if (why === undefined) expect(() => expectFlags(kind, given)).not.toThrow();
    else expect(() => expectFlags(kind, given)).toThrow(new UsageError(`--${flag} ${why}`));
  });
});

describe("what is taken has an effect", () => {
  const opened = async (...args: readonly string[]) => {
    const terminal = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };
    const found = await openTarget(readFlags("run", TARGET_FLAGS, args), {
      ...terminal,
      environment: { PLUMBLINE_PUBLIC_KEY: "a", PLUMBLINE_PRIVATE_KEY: "b" },
    });
    await found.close();
    return found;
  };

  it("on the reference", async () => {
    const flags = ["--allow", "create", "--rate", "50", "--limit", "createCluster=2", "--profile", "atlas"];
    const { target, connection } = await opened("--target", "reference", ...flags, "--accept-date", "2024-08-05");
    expect([...target.allow].sort()).toEqual(["create", "read"]);
    expect([connection.rate, target.limits]).toEqual([50, { createCluster: 2 }]);
    expect([target.contract.profile.name, target.contract.profile.acceptDate]).toEqual(["atlas", "2024-08-05"]);
  });

  it("on a URL, whose key comes from variables with the prefix alone", async () => {
    const url = ["--target", "https://127.0.0.1:1"];
    expect((await opened(...url, "--env-prefix", "PLUMBLINE_")).target.credentials.main).toBeDefined();
    await expect(opened(...url, "--env-prefix", "CI_")).rejects.toThrow("come from PLUMBLINE_PUBLIC_KEY: unset it");
  });

  it.each([[["--target", "http://127.0.0.1:1"]], [["--target", join(folder, "plain.yml")]]])(
    "%j has no use for certificates",
    async (target) => {
      writeFileSync(join(folder, "plain.yml"), "baseUrl: http://127.0.0.1:1\n");
      await expect(opened(...target, "--ca", pem)).rejects.toThrow("--ca is for https, and http://127.0.0.1:1 is not");
    },
  );
});
