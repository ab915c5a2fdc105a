import { expect, it } from "vitest";
import { KnownRecord, type Touch } from "./record.ts";

const touch = (number: number, came: Touch["came"]): Touch => ({
  exchange: `w${number}`,
  operation: "updateBackupSchedule",
  came,
  began: number,
  ended: number + 1,
});
const momentOf = (at: number) => ({ exchange: `r${at}`, began: at, ended: at + 1 });

it("KnownRecord remembers a successful write, however many refused ones follow", () => {
  const record = new KnownRecord("snapshot", "1", {});
  const seen = momentOf(0);
  record.touch(touch(10, "done"));
  for (let number = 20; number < 60; number += 1) record.touch(touch(number, "refused"));
  const between = record.touchedBetween({ since: seen, last: seen }, momentOf(100));
  expect(between.filter(({ came }) => came === "done").map(({ exchange }) => exchange)).toEqual(["w10"]);
  expect(record.settledAt).toBe(11);
});
