import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";
import { readReport } from "./output/read-report.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-shards-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

/** PLUMBLINE_FULL divides a whole run; otherwise one area that reads and one that writes. */
const areas = process.env["PLUMBLINE_FULL"] === undefined ? ["--area", "ALC,PAGE"] : [];
const run = (name: string, ...args: readonly string[]) =>
  call(["run", "--out", at(name), "--quiet", ...areas, ...args]);
const outcomesIn = (name: string) =>
  Object.fromEntries(readReport(at(name)).verdicts.map(({ check, outcome }) => [check, outcome]));

it("merged shards are one run, check by check, and a shard that was cut short is refused", async () => {
  await run("whole");
  const shards = ["1", "2"];
  for (const shard of shards) expect(await run(shard, "--shard", `${shard}/2`)).toMatchObject({ code: 0 });
  expect(await call(["merge", ...shards.map(at), "--out", at("merged"), "--quiet"])).toMatchObject({ code: 0 });
  expect(outcomesIn("merged")).toEqual(outcomesIn("whole"));

  const text = readFileSync(join(at("1"), "report.json"), "utf8");
  writeFileSync(at("cut.json"), text.slice(0, text.length / 2));
  const refused = await call(["merge", at("cut.json"), at("2"), "--out", at("refused")]);
  expect([refused.code, refused.note]).toEqual([2, expect.stringContaining("cut.json")]);
});
