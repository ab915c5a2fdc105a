import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyWorld } from "@plumbline/conformance";
import { FAMILIES, type Family, planOf } from "@plumbline/fuzz";
import { type AccessEntry, type Reference, startReference } from "@plumbline/reference";
import { type OperationId, PATH_PARAMETERS, readText } from "@plumbline/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inventoryOf } from "../inventory.test-support.ts";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";
import { exportLines, referenceTargetText } from "../targets/file-of-reference.ts";
import { targetOfReference } from "../targets/reference.ts";
import { hostileFiles, sealed, strangeFiles } from "./hostile-files.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-hostile-"));
const sound = join(folder, "sound");
const corpus = join(folder, "corpus");
/** The id of a record that does not exist, and a server that the target file does not name. */
const strangers = { id: "badbadbadbadbadbadbadbad", host: "" };
const heard: string[] = [];
const foreign = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`);
  response.end();
});
/** Suffixes of rules for a family of writes, where they differ from the family's name. */
const SUFFIXES: Readonly<Partial<Record<Family, string>>> = { configurations: "WRITES", alerts: "UPDATES" };
const seen: AccessEntry[] = [];
let reference: Reference;
let environment: Record<string, string>;
let files = 0;

/** Scenarios in the form in which the fuzzer stores them. */
const SCENARIOS = [
  {
    format: "plumbline-scenario/1",
    fingerprint: "3bf994621bcc3b3c",
    rule: "FUZZ-STATES",
    version: "2",
    steps: [
      { do: "create", variant: 0 },
      { do: "update", of: 0, variant: 3 },
      { do: "remove", of: 0 },
    ],
    expected: "taken",
    received: "refused",
    seed: 1,
  },
];

/**
 * Operations that the fuzzer's own campaigns use with permission to create and update, including those that undo it.
 */
const OF_CAMPAIGNS: readonly OperationId[] = [
  "createAlertConfig",
  "updateAlertConfig",
  "setAlertConfigEnabled",
  "deleteAlertConfig",
  "acknowledgeAlert",
  "createSearchIndex",
  "createSearchIndexLegacy",
  "updateSearchIndexByName",
  "updateSearchIndexById",
  "deleteSearchIndexById",
  "deleteSearchIndexByName",
  "createExportBucket",
  "deleteExportBucket",
  "deleteSnapshot",
  "deleteShardedSnapshot",
  "cancelRestoreJob",
  "deleteBackupSchedules",
  "replaceCustomAnalyzers",
  "updateAuditing",
  "updateCustomDns",
  "updateBackupSchedule",
  "createLinkToken",
  "deleteLinkToken",
];

beforeAll(async () => {
  await new Promise<void>((resolve) => void foreign.listen(0, "127.0.0.1", resolve));
  strangers.host = `127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  // The reference accepts some invalid requests, so that the stored failures fail on it.
  reference = await startReference({ seed: 1, faults: ["VA-30", "VA-34"], onRequest: (entry) => seen.push(entry) });
  const lines = exportLines(reference).trim().split("\n");
  environment = Object.fromEntries(lines.map((line) => line.slice("export ".length).split("=", 2) as [string, string]));
  const operations = ["--operation", "getAccessLogsByCluster,updateAlertConfig"];
  const target = ["--target", targetFile("create,update"), "--out", join(folder, "fuzzed")];
  await call(["fuzz", ...target, ...operations, "--requests", "300", "--seed", "1", "--corpus", sound], environment);
  mkdirSync(corpus);
  const stored = readdirSync(sound).filter((name) => name.endsWith(".json") && !name.startsWith("reached-"));
  const failures = stored.map((name) => JSON.parse(readFileSync(join(sound, name), "utf8")));
  expect(failures.length).toBeGreaterThanOrEqual(2);
  const add = (bytes: Buffer): void => {
    files += 1;
    writeFileSync(join(corpus, `${String(files).padStart(5, "0")}.json`), bytes);
  };
  for (const bytes of hostileFiles([...failures, ...SCENARIOS], strangers, 1)) add(bytes);
  for (const file of planned()) for (const bytes of strangeFiles(file, strangers)) add(bytes);
});
afterAll(async () => {
  await reference.close();
  foreign.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Failures of every family of writes in their stored form, whether or not a server ever failed like that. */
function planned(): readonly Record<string, unknown>[] {
  const { contract } = reference;
  const parts = { contract, world: emptyWorld(targetOfReference(reference, [])), matcherFields: [] };
  return FAMILIES.filter((family) => family !== "reads").flatMap((family) => {
    const testCases = planOf({ family, aim: "refused", level: "MUST" }, parts, 1);
    const wanted = (["body", "path", "form"] as const).flatMap((place) => {
      const [first, ...others] = testCases.filter(({ shows }) => shows.location === place);
      return [first ?? [], others.find(({ operation }) => operation !== first?.operation) ?? []].flat();
    });
    return wanted.map(({ id: _id, cell: _cell, tier: _tier, question: _question, setup: _setup, ...testCase }) => {
      const rule = `FUZZ-INVALID-REFUSED-${SUFFIXES[family] ?? family.toUpperCase()}`;
      const known = {
        format: "plumbline-failure/2",
        fingerprint: "0".repeat(16),
        severity: 2,
        rule,
        count: 1,
        seed: 1,
      };
      return Object(sealed({ ...known, reason: "invalid-accepted", testCase, received: "200", evidence: "x1" }));
    });
  });
}

function targetFile(allow: string): string {
  const file = join(folder, `target-${allow || "nothing"}.yml`);
  const text = referenceTargetText(reference).replace(/^allow:\n(?: {2}- .*\n)*/m, `allow: [${allow}]\n`);
  writeFileSync(file, text);
  return file;
}

/** Replays the hostile files: the result, the requests that the server received, and strangers' data in them. */
async function replayed(allow: string) {
  const out = join(folder, "replayed");
  seen.length = 0;
  const result = await call(["replay", corpus, "--target", targetFile(allow), "--out", out], environment);
  const requests = [...seen];
  const { exchanges } = readReport(out);
  const strange = exchanges.map(({ request }) => JSON.stringify(request)).filter((text) => isStrange(text));
  return { ...result, requests, strange };
}

/**
 * By the preceding segment of a path: the record that the path may address, and its parameter. Any other text must be
 * no valid value of the parameter.
 */
const OWN = ({ world }: Reference): Readonly<Record<string, readonly [own: string, parameter: string]>> => ({
  groups: [world.projectId, "groupId"],
  orgs: [world.orgId, "orgId"],
  clusters: [world.clusterName, "clusterName"],
});
const isStrange = (text: string): boolean => text.includes(strangers.id) || text.includes(strangers.host);
const isRead = ({ method, operation }: AccessEntry): boolean =>
  method === "GET" || method === "HEAD" || (method === "POST" && operation === "issueServiceToken");
const idsIn = (value: unknown): ReadonlySet<string> => new Set(JSON.stringify(value).match(/\b[0-9a-f]{24}\b/g));

describe("files that a stranger adds to a corpus", () => {
  it("are many", () => expect(files).toBeGreaterThan(2_000));

  it("make a run that may only read send nothing but reads", async () => {
    const { code, out, note, requests, strange } = await replayed("");
    expect(requests.filter((entry) => !isRead(entry))).toEqual([]);
    expect([strange, heard]).toEqual([[], []]);
    expect(requests.length).toBeGreaterThan(0);
    expect(code).toBe(1);
    expect(out).toMatch(/^ERROR .*--allow update/m);
    expect(note.match(/^not replayed: /gm)?.length).toBeGreaterThan(files / 2);
  });

  it.each(["create,update", "create,update,delete"])(
    "touch no record that was there before with %s, and nothing of anybody else",
    async (allow) => {
      const before = await inventoryOf(reference);
      const known = idsIn(before);
      const names = new Set(reference.world.searchIndexes.map(({ name }) => name));
      const { requests, strange, out } = await replayed(allow);
      const writes = requests.filter((entry) => !isRead(entry));
      expect(writes.length).toBeGreaterThan(10);
      for (const { method, target, operation } of writes) {
        const shown = `${method} ${target}`;
        const { pathname } = new URL(target, "http://x");
        const segments = pathname.split("/").map(decodeURIComponent);
        const last = segments.at(-1) ?? "";
        expect(OF_CAMPAIGNS, shown).toContain(operation);
        for (const [index, name] of segments.entries()) {
          const [own, parameter] = OWN(reference)[segments[index - 1] ?? ""] ?? [name, ""];
          const isNobodys = readText(PATH_PARAMETERS[parameter] ?? {}, name).kind === "none";
          expect(own === name || isNobodys, shown).toBe(true);
        }
        if (method === "DELETE" || (operation ?? "").includes("AlertConfig"))
          expect(known.has(last), shown).toBe(false);
        if (operation === "updateSearchIndexByName") expect(names.has(last), shown).toBe(false);
      }
      expect([strange, heard]).toEqual([[], []]);
      expect(await inventoryOf(reference)).toEqual(before);
      // Valid files among them are still replayed.
      expect(out).toMatch(/^FAILED .*\.json {2}200/m);
      expect(/^FIXED .*as the model says$/m.test(out)).toBe(allow.includes("delete"));
    },
  );

  it("are named and passed over, also by fuzz", async () => {
    const own = mkdtempSync(join(folder, "few-"));
    const [name = ""] = readdirSync(sound).filter((one) => one.startsWith("getAccessLogs") && one.endsWith(".json"));
    const text = readFileSync(join(sound, name), "utf8");
    writeFileSync(join(own, "a.json"), text.replace('"call": {', '"call": {"method": "DELETE",'));
    writeFileSync(join(own, "b.json"), text);
    symlinkSync(join(sound, name), join(own, "c.json"));
    mkdirSync(join(own, "d.json"));
    const honest = ["--target", "reference"];
    const { code, out, note } = await call(["replay", own, ...honest, "--out", join(folder, "few")]);
    expect([code, out]).toEqual([2, expect.stringMatching(/^FIXED {3}\S*b\.json {2}\d{3}.*\n$/)]);
    expect(note).toMatch(/a\.json: \/testCase\/call\/method: expected no member but .*: store it again/);
    expect(note.match(/[cd]\.json: expected a regular file, received a link or another kind/g)?.length).toBe(2);
    const flags = ["--operation", "getAccessLogsByCluster", "--requests", "20", "--seed", "1", "--quiet"];
    const fuzzed = await call(["fuzz", ...flags, ...honest, "--corpus", own, "--out", join(folder, "few")]);
    expect([fuzzed.code, fuzzed.note.match(/^not replayed: /gm)?.length]).toEqual([2, 3]);
    const alone = await call(["replay", join(own, "a.json"), ...honest, "--out", join(folder, "few")]);
    expect([alone.code, alone.note]).toEqual([2, expect.stringContaining("cannot be replayed: /testCase/call/method")]);
    // Only the target's contract shows that the certificate does not hold.
    writeFileSync(join(own, "e.json"), text.replaceAll("20001", "20000"));
    const untrue = await call(["replay", join(own, "e.json"), ...honest, "--out", join(folder, "few")]);
    expect([untrue.code, untrue.note]).toEqual([2, expect.stringContaining("its certificate does not hold")]);
  });
});
