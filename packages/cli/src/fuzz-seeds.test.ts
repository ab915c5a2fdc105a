import { conduct } from "@plumbline/conformance";
import { FuzzLog, fuzzRequirements } from "@plumbline/fuzz";
import { startReference, variants } from "@plumbline/reference";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { targetSettings } from "./commands/fuzz-settings.ts";
import { bundledProfile } from "./target-file/profile.ts";
import { targetOfReference } from "./targets/reference.ts";
import { combination } from "./trials/combination.ts";

/**
 * PLUMBLINE_FULL tries all twenty seeds with everything that fits into 6,000 requests; otherwise one seed and 300
 * requests.
 */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const seeds = Array.from({ length: full ? 20 : 1 }, (_none, index) => index + 1);
const requests = full ? 6_000 : 300;
const names = variants.map(({ id }) => id);

async function alarms(
  profile: string,
  seed: number,
  ways: readonly string[],
  only: { readonly operations?: readonly OperationId[] } = {},
): Promise<readonly string[]> {
  const reference = await startReference({ profile: bundledProfile(profile), variants: ways, seed: 1 });
  const target = targetOfReference(reference, []);
  const log = new FuzzLog();
  const { verdicts } = await conduct(target, {
    requirements: fuzzRequirements({ ...targetSettings(target), seed, requests, endless: true, log }),
    selection: only,
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  await reference.close();
  expect(log.defects).toBe(0);
  // The rules that compare, read back and walk send a part of the requests.
  expect(log.requests).toBeGreaterThan(requests / 3);
  return verdicts
    .filter(({ outcome }) => outcome === "fail" || outcome === "warn" || outcome === "harness-error")
    .map((verdict) => JSON.stringify(verdict));
}

describe("a name that nobody has", () => {
  it.each(full ? ["not-found-400", "not-found-403"] : ["not-found-400"])(
    "may be answered as one that is wrong is: %s",
    async (variant) => {
      const operations = ["getAccessLogsByCluster", "getAccessLogsByHost", "getSnapshot"] as const;
      expect(await alarms("neutral", 1, [variant], { operations })).toEqual([]);
    },
  );
});

/** PLUMBLINE_FULL fuzzes each profile with and without variants. */
const CASES = [
  ["neutral", "being right in one to six other ways"],
  ...(full
    ? ([
        ["atlas", "as it is"],
        ["neutral", "as it is"],
        ["atlas", "being right in one to six other ways"],
      ] as const)
    : []),
] as const;

describe.each(CASES)("the honest reference, profile %s, is fuzzed without an alarm %s", (profile, way) => {
  it.each(seeds)("seed %i", async (seed) => {
    const ways = way === "as it is" ? [] : combination(names, seed);
    expect([ways, await alarms(profile, seed, ways)]).toEqual([ways, []]);
  });
});
