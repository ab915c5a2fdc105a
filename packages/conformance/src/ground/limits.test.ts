import { atlas, bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS, limitsOn } from "./limits.ts";

const both = ["1.0", "2"] as const;
const [described, more] = [bindContract(neutral), bindContract(atlas)];

it("limitsOn returns the default limits, changed by those of the user", () => {
  expect(limitsOn({ contract: described, versions: both })).toEqual(DEFAULT_LIMITS);
  expect(limitsOn({ contract: described, versions: both, limits: { createCluster: 0, createAlertConfig: 3 } })).toEqual(
    {
      ...DEFAULT_LIMITS,
      createCluster: 0,
      createAlertConfig: 3,
    },
  );
});

it("limitsOn raises the limit of a create that the profile adds to another version", () => {
  const { createCluster, createExportJob, createMigration } = limitsOn({ contract: more, versions: both });
  expect([createCluster, createExportJob, createMigration]).toEqual([8, 7, 6]);
  expect(limitsOn({ contract: more, versions: ["1.0"] })).toEqual(DEFAULT_LIMITS);
});
