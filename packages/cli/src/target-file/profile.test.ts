import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindContract, OPERATION_IDS } from "@plumbline/schemas";
import { expect, it, onTestFinished } from "vitest";
import { profileOf, statedProfile } from "./profile.ts";
import { namedProfile } from "./profile-file.ts";

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

it("keeps what a file of names says of the product apart from where things are", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-names-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "names.yml");
  const named = (text: string) => {
    writeFileSync(path, text);
    return namedProfile(path);
  };
  expect(named("product: clusters\n")).toMatchObject({ profile: { product: "clusters" }, statesPaths: false });
  expect(named("base: atlas\n")).toMatchObject({ profile: { product: "atlas" }, statesPaths: true });
  expect(namedProfile("neutral").statesPaths).toBe(true);
  expect(() => named("fields:\n  engineVersoin: v\n")).toThrow(
    /names\.yml:2: fields\.engineVersoin: .*"engineVersion"/,
  );
});
