import { conduct, probe, type Risk, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { expect, it } from "vitest";
import { count, stayingIn } from "./frugal.test-support.ts";
import { targetOfReference } from "./targets/reference.ts";

/** Runs on a project without any records. */
async function runOnNewProject(only: readonly string[], allow?: readonly Risk[]): Promise<Report> {
  const reference = await startReference({ world: { projects: [{ name: "Shop" }] } });
  try {
    const target = targetOfReference(reference, []);
    const permitted = allow === undefined ? target : { ...target, allow: new Set(allow) };
    const run = { command: "plumbline run", runId: "new-project", toolVersion: "0" };
    return await conduct(permitted, { requirements, selection: { only }, ...run });
  } finally {
    await reference.close();
  }
}

const created = ({ doctor }: Report): readonly string[] =>
  doctor.flatMap(({ text }) => /^the run created (?<what>.*), because/.exec(text)?.groups?.["what"] ?? []);

it("creates one of each record that checks need, so that they can run, and removes what can be removed", async () => {
  const rules = ["02", "13", "22", "33", "38", "42", "50", "56", "57", "64"].map((number) => `OP${number}-RESP`);
  const report = await runOnNewProject(rules);
  expect(created(report)).toEqual([
    "a cluster",
    "a search index",
    "an access role",
    "an export bucket",
    "a snapshot",
    "a restore job",
    "an export job",
    "a validation",
    "a migration",
  ]);
  expect(count(report, "fail")).toBe(0);
  const passed = report.verdicts.filter(({ outcome }) => outcome === "pass").map(({ requirement }) => requirement);
  expect(new Set(passed)).toEqual(new Set(rules));
  // Checks share the records that stay, and no others stay.
  expect(stayingIn(report)).toMatchObject({ createCluster: 1, createCloudAccessRole: 1, createExportJob: 1 });
  expect(report.changes?.filter(({ state }) => state === "left")).toEqual([]);
});

it("creates only what a selected check needs, and what comes before that", async () => {
  expect(created(await runOnNewProject(["OP30-RESP"]))).toEqual([]);
  expect(created(await runOnNewProject(["OP57-RESP"]))).toEqual(["a cluster", "a migration"]);
});

it("creates nothing without permission, and says which would help", async () => {
  const report = await runOnNewProject(["PRETTY-TRUE", "GEN-ID-REJECT-validationId"], ["read"]);
  expect(created(report)).toEqual([]);
  const reasons = report.verdicts.map((verdict) => ("reason" in verdict ? verdict.reason : ""));
  expect(reasons).toContain(
    "the run knows no clusterName: the lists show none; state fixtures.clusterName in the target file, or permit the run to create one (--allow irreversible)",
  );
  expect(reasons).toContain(
    "the run knows no liveMigrationId: state fixtures.liveMigrationId in the target file, or permit the run to create one (--allow irreversible)",
  );
});

it("works on the cluster that supports most, whichever is listed first", async () => {
  const cluster = (name: string, engineMajorVersion: string, instanceSizeName = "M10") => ({
    name,
    engineMajorVersion,
    providerSettings: { providerName: "PROVIDER_A", instanceSizeName, regionName: "US_EAST_1" },
  });
  const clusters = [
    cluster("free", "7.0", "M0"),
    cluster("old", "4.0"),
    cluster("middling", "4.4"),
    cluster("new", "7.0"),
  ];
  const found = async (count: number): Promise<unknown> => {
    const reference = await startReference({
      world: { projects: [{ name: "Shop", clusters: clusters.slice(0, count) }] },
    });
    try {
      const { fixtures, ...target } = targetOfReference(reference, []);
      const own = { ...target, kind: "url", fixtures: { groupId: fixtures.groupId ?? "" } } as const;
      return (await probe(own)).world.fixtures.clusterName;
    } finally {
      await reference.close();
    }
  };
  expect([await found(4), await found(3), await found(2), await found(1)]).toEqual(["new", "middling", "old", "free"]);
});
