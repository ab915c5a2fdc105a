import { expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const KEY = { PLUMBLINE_PUBLIC_KEY: "someone", PLUMBLINE_PRIVATE_KEY: "no-secret" };
const ABOUT = ["plan", "--target", "http://127.0.0.1:1", "--area", "PAGE"];

it("says first how much can run, what a run finds by itself, and a line for each requirement", async () => {
  const { code, out } = await call(ABOUT, KEY);
  const lines = out.split("\n");
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^325 checks, .*at most \d+ requests/)]);
  expect(out).toMatch(/^\s+\d+ × alertId: to be found$/m);
  // The plan sends nothing, so it must not say that nothing was found.
  expect(out).not.toContain("the lists show none; ");
  expect(out).not.toMatch(/holds \d+ records/);
  expect(lines.filter((line) => line.startsWith("PAGE-")).length).toBe(new Set(lines.map(idOf)).size);
  expect(lines.length).toBeLessThan(40);
});

it("has a line for each check where that is asked for, and each in the JSON", async () => {
  const { out } = await call([...ABOUT, "--checks"], KEY);
  expect(out.split("\n").filter((line) => line.includes("@")).length).toBe(325);
  expect(out).toMatch(/^PAGE-ITEMS-ACCEPT@listOpenAlertsOfConfig\/v2 .*to be found: groupId, alertConfigId$/m);
  const rows: readonly object[] = JSON.parse((await call([...ABOUT, "--json"], KEY)).out);
  expect(rows).toHaveLength(325);
  expect(rows).toContainEqual(
    expect.objectContaining({ check: "PAGE-ITEMS-ACCEPT@listAlerts/v2", "to-be-found": ["groupId"] }),
  );
});

it("says of a target without a key that nothing is looked for, and what to state", async () => {
  const { out } = await call(ABOUT);
  expect(out).toContain("the run knows no groupId: state fixtures.groupId in the target file");
  expect(out).not.toContain("to be found");
});

it("explains a requirement without saying that something was looked for", async () => {
  const { out } = await call(["explain", "PAGE-ITEMS-ACCEPT"]);
  expect(out).toContain("groupId: the run looks for one in the lists");
  expect(out).not.toContain("the lists show none; ");
});

const idOf = (line: string): string => /^PAGE-\S+/.exec(line)?.[0] ?? "PAGE-SHAPE";
