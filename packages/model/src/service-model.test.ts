import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { Contradiction } from "./contradiction.ts";
import type { Asked } from "./observation.ts";
import { ServiceModel } from "./service-model.ts";

const contract = bindContract(neutral);
const PLACE = { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" };
const ID = "32b6e34b3d91647abb20e7b1";

/** A service with answers that the test chooses; ten seconds pass between two answers. */
function scene(pause = 10_000) {
  const model = new ServiceModel({ contract, described: (json) => json, settled: (json) => json });
  let now = 0;
  const hears = (operation: OperationId, json: unknown, more: Partial<Asked> = {}): readonly Contradiction[] => {
    now += pause;
    return model.see({
      operation,
      version: "2",
      path: PLACE,
      query: {},
      ...more,
      exchange: `x${now}`,
      sent: undefined,
      came: { kind: "done", json },
      began: now,
      ended: now + 1,
    }).contradictions;
  };
  return { hears };
}

const classes = (all: readonly Contradiction[]): readonly string[] => all.map((one) => one.class);

describe("ServiceModel, for an access role", () => {
  const list = (roles: readonly unknown[]) => ({ providerAIamRoles: roles, providerBServicePrincipals: [] });
  const field = (names: object): object => contract.wire(names);

  it("reports it as missing only if neither part of the list has it", () => {
    const { hears } = scene();
    hears("createCloudAccessRole", field({ roleId: ID, providerName: "PROVIDER_A" }));
    expect(classes(hears("listCloudAccessRoles", field(list([{ roleId: ID }]))))).toEqual([]);
    expect(classes(hears("listCloudAccessRoles", field(list([]))))).toEqual(["missing"]);
  });

  it("assigns it to the project whose list showed it first", () => {
    const { hears } = scene();
    const shown = field(list([{ roleId: ID }]));
    hears("listCloudAccessRoles", shown);
    const path = { groupId: "32b6e34b3d91647abb20e7b9" };
    expect(classes(hears("listCloudAccessRoles", shown, { path }))).toEqual(["elsewhere"]);
  });
});

describe("ServiceModel, for a snapshot", () => {
  const snapshot = (members: object) =>
    contract.wire({ id: ID, status: "queued", description: "of mine", expiresAt: "2025-01-02T00:00:00Z", ...members });

  it("lets it change while it is taken, except for what the request set", () => {
    const { hears } = scene();
    const path = { ...PLACE, snapshotId: ID };
    hears("takeSnapshot", snapshot({}));
    expect(classes(hears("getSnapshot", snapshot({ expiresAt: "2025-01-03T00:00:00Z" }), { path }))).toEqual([]);
    expect(classes(hears("getSnapshot", snapshot({ description: "of another" }), { path }))).not.toEqual([]);
  });
});

describe("ServiceModel, for a restore job", () => {
  const path = { ...PLACE, restoreJobId: ID };
  const job = (cancelled: boolean) => contract.wire({ id: ID, cancelled, deliveryType: "download" });

  it("requires that it stays cancelled once a read showed that", () => {
    const { hears } = scene(100);
    hears("createRestoreJob", job(false));
    hears("cancelRestoreJob", {}, { path });
    expect(classes(hears("getRestoreJob", job(true), { path }))).toEqual([]);
    hears("cancelRestoreJob", {}, { path });
    expect(classes(hears("getRestoreJob", job(true), { path }))).toEqual([]);
    for (let read = 0; read < 100; read += 1) hears("listAlerts", { results: [] });
    const [back] = hears("getRestoreJob", job(false), { path });
    expect([back?.class, back?.isOwn, back?.mayBeLate]).toEqual(["unaddressed", true, false]);
  });

  it("lets reads show the earlier state for a while after the cancel", () => {
    const { hears } = scene(100);
    hears("createRestoreJob", job(false));
    hears("cancelRestoreJob", {}, { path });
    expect(classes(hears("getRestoreJob", job(false), { path }))).toEqual([]);
    for (let read = 0; read < 100; read += 1) hears("listAlerts", { results: [] });
    expect(classes(hears("getRestoreJob", job(true), { path }))).toEqual([]);
  });
});

describe("ServiceModel, for an outage simulation", () => {
  const simulation = (start: string) => contract.wire({ id: ID, startRequestDate: start, state: "SIMULATING" });

  it("requires one start date while it runs, and forgets its owner after the end", () => {
    const { hears } = scene();
    hears("startOutageSimulation", simulation("2025-01-01T00:00:00Z"));
    expect(classes(hears("getOutageSimulation", simulation("2025-01-01T00:00:00Z")))).toEqual([]);
    const [moved] = hears("getOutageSimulation", simulation("2025-01-01T00:01:00Z"));
    expect([moved?.class, moved?.isOwn]).toEqual(["unaddressed", true]);
    hears("endOutageSimulation", simulation("2025-01-01T00:00:00Z"));
    const [after] = hears("getOutageSimulation", simulation("2025-01-01T00:02:00Z"));
    expect(after?.isOwn).not.toBe(true);
  });
});

describe("ServiceModel, for a key with a lesser role", () => {
  it("requires the same records as for the key that created them", () => {
    const { hears } = scene();
    const path = { ...PLACE, exportId: ID };
    hears("createExportJob", { id: ID, snapshotId: "a" });
    expect(classes(hears("getExportJob", { id: ID, snapshotId: "a" }, { path }))).toEqual([]);
    const who = { who: "Project Cluster Admin" } as const;
    const [views] = hears("getExportJob", { id: ID, snapshotId: "b" }, { path, ...who });
    expect([views?.class, views?.again.map((one) => one.who)]).toEqual(["views", [undefined, "Project Cluster Admin"]]);
    expect(classes(hears("listExportJobs", { results: [], totalCount: 0 }, who))).toEqual(["missing"]);
  });
});

describe("ServiceModel, for a member that moves", () => {
  const alert = (resolved: string) => ({ id: ID, resolved });
  const path = { ...PLACE, alertId: ID };

  it("must be equal in two views at almost the same time, but may differ later", () => {
    const { hears } = scene(1_000);
    hears("getAlert", alert("2025-01-01T00:00:00Z"), { path });
    const [views] = hears("listAlerts", { results: [alert("2025-01-01T01:00:00Z")], totalCount: 1 });
    expect([views?.class, views?.member, views?.mayBeLate]).toEqual(["views", "resolved", true]);
    const later = scene(60_000);
    later.hears("getAlert", alert("2025-01-01T00:00:00Z"), { path });
    expect(later.hears("listAlerts", { results: [alert("2025-01-01T01:00:00Z")], totalCount: 1 })).toEqual([]);
  });
});
