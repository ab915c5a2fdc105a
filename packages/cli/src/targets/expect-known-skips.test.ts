import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-skips-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The plan of one rule with a target file that skips these requirements. */
async function planned(...ids: readonly string[]) {
  const path = join(folder, "target.yml");
  const skip = ids.map((id) => ({ id, reason: "not built yet" }));
  writeFileSync(path, JSON.stringify({ baseUrl: "http://127.0.0.1:1", skip }));
  return call(["plan", "--target", path, "--only", "PAGE-SHAPE", "--operation", "listAlerts", "--json"]);
}

it.each(["PAGE-SHAPE", "PAGE-*", "PAGE-SHAPE@listAlerts/v2"])("a target file skips %s with its reason", async (id) => {
  const { code, out } = await planned(id);
  const rows: readonly Record<string, unknown>[] = JSON.parse(out);
  const skipped = rows.filter((row) => row["not-applicable"] === "the target file skips it: not built yet");
  expect([code, skipped.length]).toEqual([0, id.includes("@") ? 1 : rows.length]);
});

it.each([
  ["PAGE-SHAEP", 'skip: there is no requirement "PAGE-SHAEP": did you mean "PAGE-SHAPE"?'],
  ["PEGA-*", 'there is no requirement "PEGA-*"'],
])("%s is told with its place", async (id, told) => {
  const { code, note } = await planned("FUZZ-NO-CRASH", id);
  expect([code, note]).toEqual([2, expect.stringContaining(told)]);
  expect(note).toMatch(/target\.yml:\d+: /);
});
