import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Reference, startReference } from "@plumbline/reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const KEYS = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private" };
const PERMITTED = ["--allow", "create,update,delete"];
const folder = mkdtempSync(join(tmpdir(), "plumbline-replay-"));
// Inside a package, so that an exported test finds its imports, and in a folder that is not linted.
const exported = join(dirname(fileURLToPath(import.meta.url)), "../../dist/exported");
const failures = join(folder, "failures");

const serve = (...faults: string[]): Promise<Reference> =>
  startReference({ faults, seed: 1, secrets: { keys: { all: { publicKey: "public", privateKey: "private" } } } });
const at = ({ url, world }: Reference): string[] => ["--target", url, "--group", world.projectId, ...PERMITTED];
const replayed = (path: string, target: readonly string[]) =>
  call(["replay", path, ...target, "--out", join(folder, "replayed")], KEYS);
const stored = (end: string): string[] =>
  readdirSync(failures).filter((name) => name.endsWith(end) && !name.startsWith("reached-"));

/** Runs a program asynchronously, because the reference answers in this process. */
async function ran(command: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...KEYS, ...environment } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, text };
}

let faulty: Reference;
let honest: Reference;

describe("a stored failure", () => {
  beforeAll(async () => {
    faulty = await serve("VA-30", "VA-34");
    honest = await serve();
    const operations = ["--operation", "getAccessLogsByCluster,updateAlertConfig"];
    const flags = ["--requests", "300", "--seed", "1", "--corpus", failures, "--out", join(folder, "fuzzed")];
    const { code } = await call(["fuzz", ...at(faulty), ...operations, ...flags], KEYS);
    expect(code).toBe(1);
    expect(stored(".json").length).toBeGreaterThanOrEqual(2);
  });
  afterAll(async () => {
    await faulty.close();
    await honest.close();
    rmSync(exported, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it("is FAILED each time on the same server, and FIXED on one that is right", async () => {
    for (let time = 0; time < 2; time += 1) {
      const { code, out } = await replayed(failures, at(faulty));
      expect([
        code,
        out
          .trim()
          .split("\n")
          .map((line) => line.split(" ")[0]),
      ]).toEqual([1, stored(".json").map(() => "FAILED")]);
    }
    const { code, out } = await replayed(failures, at(honest));
    expect([code, out.match(/^FIXED /gm)?.length]).toEqual([0, stored(".json").length]);
  });

  it("is an ERROR where nothing answers, or where it may not be sent", async () => {
    const gone = await replayed(failures, ["--target", "http://127.0.0.1:9", "--group", "32b6e34b3d91647abb20e7b8"]);
    expect([gone.code, gone.out]).toEqual([3, expect.stringMatching(/^ERROR /)]);
    const reading = await replayed(failures, at(honest).slice(0, 4));
    expect([reading.code, reading.out]).toEqual([3, expect.stringContaining("--allow create")]);
  });

  const curl = spawnSync("curl", ["--version"]).status === 0;
  it.skipIf(!curl)(`is shown by its curl script${curl ? "" : " (skipped: curl is not installed)"}`, async () => {
    for (const name of stored(".sh")) {
      const { text } = await ran("sh", [join(failures, name)]);
      expect(text.match(/HTTP\/1\.1 (\d+)/g)?.at(-1), name + text.slice(-400)).toBe("HTTP/1.1 200");
    }
    expect(stored(".sh").length).toBeGreaterThanOrEqual(2);
  });

  it("runs as the vitest file that it is exported as", async () => {
    mkdirSync(exported, { recursive: true });
    for (const name of stored(".test.ts")) cpSync(join(failures, name), join(exported, name));
    writeFileSync(join(exported, "vitest.config.mjs"), "export default {};\n");
    const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
    const run = (url: string) => ran(process.execPath, [vitest, "run", "--root", exported], { PLUMBLINE_URL: url });
    const broken = await run(faulty.url);
    expect([broken.code, broken.text]).toEqual([1, expect.stringContaining("expected 2 to be 4")]);
    const right = await run(honest.url);
    expect([right.code, right.code === 0 ? "" : right.text]).toEqual([0, ""]);
  });

  it("comes with what was wrong, in words and as data", () => {
    const [name = ""] = stored(".json").filter((one) => one.startsWith("getAccessLogsByCluster"));
    expect(existsSync(join(failures, name))).toBe(true);
    expect(JSON.parse(readFileSync(join(failures, name), "utf8"))).toMatchObject({
      severity: 2,
      reason: "invalid-accepted",
      testCase: { expected: '4xx: the query nLogs=20001 breaks "maximum" (20000)' },
    });
  });
});

describe("plumbline replay", () => {
  it.each([
    [[], "takes one file"],
    [["a.json", "b.json"], "takes one file"],
    [["/nowhere/failure.json"], "cannot be replayed"],
    [["failure.json", "--target"], "--target needs a value"],
  ])("refuses %j", async (args, message) => {
    const { code, note } = await call(["replay", ...args]);
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
  });

  it("refuses a file that holds something else", async () => {
    const own = mkdtempSync(join(tmpdir(), "plumbline-replay-"));
    writeFileSync(join(own, "x.json"), '{"format":"plumbline-scenario/1","steps":[]}');
    const { code, note } = await call(["replay", join(own, "x.json")]);
    expect([code, note]).toEqual([2, expect.stringContaining("/fingerprint: expected the member to be present")]);
    rmSync(own, { recursive: true });
  });
});
