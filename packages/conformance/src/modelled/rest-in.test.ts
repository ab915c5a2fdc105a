import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { restIn } from "./rest-in.ts";

const contract = bindContract(neutral);
const write: Call = { operation: "updateBackupSchedule", version: "1.0" };
const read: Call = { operation: "getBackupSchedule", version: "1.0" };
const shows = (schedule: object) => ({ call: read, exchange: exchangeOf(200, schedule) });
const before = shows({ referenceHourOfDay: 3, restoreWindowDays: 5, nextSnapshot: "2026-01-01T00:00:00Z" });

it("restIn is broken by a partial update that changes another member", () => {
  const after = shows({ referenceHourOfDay: 4, restoreWindowDays: 1, nextSnapshot: "2026-01-02T00:00:00Z" });
  expect(restIn(write, ["referenceHourOfDay"], before, after, contract)).toMatchObject({
    kind: "broken",
    expected: expect.stringContaining("/restoreWindowDays"),
  });
  const kept = shows({ referenceHourOfDay: 4, restoreWindowDays: 5 });
  expect(restIn(write, ["referenceHourOfDay"], before, kept, contract)).toMatchObject({ kind: "holds" });
});

it("restIn is silent for updates that may change the rest, and for two versions", () => {
  const after = shows({ restoreWindowDays: 1 });
  expect(restIn(write, ["policies"], before, after, contract)).toBeUndefined();
  expect(restIn({ ...write, operation: "updateAuditing" }, ["enabled"], before, after, contract)).toBeUndefined();
  const other = { ...after, call: { ...read, version: "2" } } as const;
  expect(restIn(write, ["referenceHourOfDay"], before, other, contract)).toBeUndefined();
});
