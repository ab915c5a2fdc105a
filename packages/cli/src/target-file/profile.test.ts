import { bindContract, OPERATION_IDS } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { profileOf, statedProfile } from "./profile.ts";

const servedBy = (profile: ReturnType<typeof profileOf>): readonly string[] =>
  bindContract(profile)
    .operations.filter(({ routes }) => routes.length > 0)
    .map(({ id }) => id);

it("offers what is named, by area or by operation, and nothing else", () => {
  const served = servedBy(profileOf({ offers: ["alerts", "getBackupSchedule", "issueServiceToken"] }));
  expect(served).toEqual(expect.arrayContaining(["listAlerts", "acknowledgeAlert", "getBackupSchedule"]));
  expect(served).toContain("issueServiceToken");
  expect(served).not.toContain("listClusters");
  expect(served).not.toContain("discoverMetricsTargets");
  expect(servedBy(profileOf({}))).toEqual(OPERATION_IDS);
});

it("takes what is absent from what is offered", () => {
  const served = servedBy(profileOf({ offers: ["alerts"], operations: { getAlert: "absent" } }));
  expect(served).toContain("listAlerts");
  expect(served).not.toContain("getAlert");
});

it("states the absent again, those outside the versions included", () => {
  const profile = profileOf({ offers: ["alerts"] });
  const { operations = {} } = statedProfile(profile);
  expect(operations).toMatchObject({ issueServiceToken: "absent", listClusters: { "1.0": "absent", "2": "absent" } });
  expect(servedBy(profileOf({ operations }))).toEqual(servedBy(profile));
});
