import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { scheduleOf } from "./backup-policies.ts";
import { WRITES } from "./table.ts";
import type { Changes } from "./write.ts";

const contract = bindContract(neutral);
const changes = (operation: "updateBackupSchedule" | "updateBackupCompliancePolicy"): Changes => {
  const { effect } = WRITES[operation];
  if (effect.kind !== "changes") throw new Error(`${operation} changes nothing`);
  return effect;
};

it("scheduleOf keeps only members that an update can state", () => {
  const shown = { referenceHourOfDay: 3, export: null, links: [], nextSnapshot: "2026-01-01T00:00:00Z" };
  const address = { clusterId: "1", clusterName: "Cluster0", projectId: "2" };
  expect(scheduleOf({ ...shown, ...address }, contract)).toEqual({ referenceHourOfDay: 3 });
  expect(changes("updateBackupSchedule").before({ ...shown, ...address }, contract)).toEqual({ referenceHourOfDay: 3 });
});

it("the restore of a compliance policy without a contact states a placeholder contact", () => {
  const before = (shown: object) => changes("updateBackupCompliancePolicy").before(shown, contract);
  expect(before({})).toEqual({ authorizedEmail: expect.stringMatching(/^[^@]+@[^@]+$/) });
  expect(before({ authorizedEmail: "a@b.example", projectId: "1" })).toEqual({ authorizedEmail: "a@b.example" });
});
