import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { walkedKinds } from "./walked-kind.ts";

const contract = bindContract(neutral);

it("walkedKinds finds every kind whose records can be removed or restored", () => {
  expect(walkedKinds(contract, () => true)).toEqual([
    {
      name: "alert configuration",
      creates: ["createAlertConfig"],
      updates: ["setAlertConfigEnabled", "updateAlertConfig"],
      removes: ["deleteAlertConfig"],
    },
    {
      name: "search index",
      creates: ["createSearchIndex", "createSearchIndexLegacy"],
      updates: ["updateSearchIndexByName", "updateSearchIndexById"],
      removes: ["deleteSearchIndexByName", "deleteSearchIndexById"],
    },
    { name: "auditing", creates: [], updates: ["updateAuditing"], removes: [] },
    { name: "custom DNS", creates: [], updates: ["updateCustomDns"], removes: [] },
    { name: "export bucket", creates: ["createExportBucket"], updates: [], removes: ["deleteExportBucket"] },
    { name: "backup schedule", creates: [], updates: ["updateBackupSchedule"], removes: [] },
  ]);
});

it("walkedKinds omits operations without permission", () => {
  const kinds = walkedKinds(contract, (risk) => risk === "create");
  expect(kinds.map(({ name, updates, removes }) => [name, updates, removes])).toEqual([
    ["alert configuration", [], []],
    ["search index", [], []],
    ["export bucket", [], []],
  ]);
});
