import { expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { call } from "../main-call.test-support.ts";
import { limitsGiven } from "./limits.ts";
import { TARGET_FLAGS } from "./open-target.ts";

const given = (...args: string[]) => limitsGiven(readFlags("run", TARGET_FLAGS, args));

it("--limit takes several creates with their numbers, and may be repeated", () => {
  expect(given()).toEqual({});
  expect(given("--limit", "createCluster=2,createExportJob=0", "--limit", "createMigration=9")).toEqual({
    createCluster: 2,
    createExportJob: 0,
    createMigration: 9,
  });
});

it.each([
  [
    "createCluster",
    "--limit takes an operation and the number of records that may stay, such as createCluster=2, received",
  ],
  ["createCluster=-1", 'received "createCluster=-1"'],
  ["createClusters=2", 'received "createClusters": did you mean "createCluster"?'],
  ["deleteAlertConfig=2", 'expected an operation that creates records, received "deleteAlertConfig"'],
  ["createCluster=1,createCluster=2", "--limit names createCluster twice: leave one out"],
])("--limit %s is refused, and the message says what was expected", async (text, told) => {
  const { code, note } = await call(["plan", "--limit", text]);
  expect([code, note]).toEqual([2, expect.stringContaining(told)]);
});
