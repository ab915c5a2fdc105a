import { cluster, projectClusters } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, test } from "vitest";
import type { Call } from "./caller.test-support.ts";
import { memberIn, membersOf } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { world, keys, clock } = caller.reference;
const { violations } = createValidator({ answers: true });
const HARDWARE = { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: "US_EAST_1" };

const create = (json: unknown, more: Call = {}) => caller.call("createCluster", { json, ...more });
const resultsOf = (json: unknown): readonly unknown[] => {
  const results = memberIn(json, "results");
  return Array.isArray(results) ? results : [];
};
const list = async (query = "itemsPerPage=500", path = {}) =>
  resultsOf((await caller.call("listClusters", { query, path })).json);
const named = async (name: string) => (await list()).find((one) => memberIn(one, "name") === name);
const namesIn = (clusters: readonly unknown[]) => clusters.map((one) => memberIn(one, "name"));

test("a new cluster is made in a while, with what was asked for and every stated default", async () => {
  const tags = [{ key: "a", value: "b" }];
  expect((await create({ name: "new0", providerSettings: HARDWARE, tags, diskSizeGB: 40 })).status).toBe(200);
  expect(await named("new0")).toMatchObject({
    groupId: world.projectId,
    stateName: "CREATING",
    connectionStrings: {},
    createDate: "2025-06-01T12:00:00.000Z",
    diskSizeGB: 40,
    engineMajorVersion: "8.0",
    engineVersion: "8.0.4",
    numShards: 1,
    providerSettings: HARDWARE,
    replicationFactor: 3,
    tags,
    terminationProtectionEnabled: false,
    versionReleaseSystem: "LTS",
  });
  clock.advance(20_000);
  expect(await named("new0")).toMatchObject({
    stateName: "IDLE",
    connectionStrings: { standardSrv: expect.stringMatching(/^engine\+srv:\/\/new0\./) },
  });
});

test("what a cluster sets by itself has its form, whatever a body states for it", async () => {
  const odd = { engineVersion: "NPGUWBVVGM", configServerType: 5, featureCompatibilityVersion: { major: 8 } };
  expect((await create({ name: "odd0", ...odd })).status).toBe(200);
  const shown = await named("odd0");
  expect(shown).toMatchObject({ engineVersion: "8.0.4", featureCompatibilityVersion: "8.0" });
  expect(violations(cluster, shown)).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["less than ten becomes ten", { diskSizeGB: 5 }, 10],
  ["nothing becomes what the tier has", { providerSettings: { instanceSizeName: "M20" } }, 20],
  ["fifty times the memory is taken", { diskSizeGB: 100 }, 100],
  ["a shared tier has its own", { providerSettings: { instanceSizeName: "M2" } }, 2],
])("the disk: %s", async (what, json, size) => {
  const name = what.replaceAll(" ", "-");
  expect((await create({ ...membersOf(json), name })).status).toBe(200);
  expect(memberIn(await named(name), "diskSizeGB")).toBe(size);
});

test.each<[string, unknown, number]>([
  ["a name that is taken", { name: world.clusterName }, 409],
  ["more disk than fifty times the memory", { diskSizeGB: 101 }, 400],
  ["a size for a shared tier", { diskSizeGB: 10, providerSettings: { instanceSizeName: "M0" } }, 400],
  ["regions of two providers", { replicationSpec: { US_EAST_1: {}, WESTERN_EUROPE: {} } }, 400],
  [
    "regions of another provider",
    { providerSettings: { providerName: "PROVIDER_A" }, replicationSpec: { WESTERN_EUROPE: {} } },
    400,
  ],
  ["zones without a size", { replicationSpecs: [] }, 400],
])("refuses %s, and makes nothing", async (_what, json, status) => {
  const before = namesIn(await list());
  expect((await create(json)).status).toBe(status);
  expect(namesIn(await list())).toEqual(before);
});

test("a name is free in another project", async () => {
  const path = { groupId: world.otherProjectId };
  expect((await create({ name: world.clusterName }, { path, key: keys.organizationOwner })).status).toBe(403);
  expect((await create({ name: world.clusterName }, { path, key: keys.otherProjectOwner })).status).toBe(200);
});

test("a request without a name gets one, and other words for a tier or a moment are understood", async () => {
  const before = (await list()).length;
  const acceptDataRisksAndForceReplicaSetReconfig = "2025-06-01T12:00:00+02:00";
  expect((await create({ acceptDataRisksAndForceReplicaSetReconfig })).status).toBe(200);
  const after = await list();
  expect(after).toHaveLength(before + 1);
  expect(after.map((one) => memberIn(one, "acceptDataRisksAndForceReplicaSetReconfig"))).toContain(
    "2025-06-01T10:00:00.000Z",
  );
  expect((await create({ name: "odd", providerSettings: { instanceSizeName: "R40" } })).status).toBe(200);
  expect(memberIn(await named("odd"), "providerSettings", "instanceSizeName")).toBe("R40");
});

test("clusters of several clouds are in no list, and removed ones only where they are asked for", async () => {
  const plain = namesIn(await list());
  expect(plain.length).toBeGreaterThan(6);
  expect(plain).not.toContain(world.multiCloudClusterName);
  expect(plain).not.toContain(world.removedClusterName);
  const all = namesIn(await list("itemsPerPage=500&includeDeletedWithRetainedBackups=true"));
  expect(all).toEqual(expect.arrayContaining([...plain, world.removedClusterName]));
  expect(all).not.toContain(world.multiCloudClusterName);
  expect((await caller.call("listAllClusters")).text).not.toContain(world.multiCloudClusterName);
});

test("the list across projects holds those that the key has to do with", async () => {
  const groups = async (key: keyof typeof keys) =>
    resultsOf((await caller.call("listAllClusters", { key: keys[key] })).json).map((one) => memberIn(one, "groupId"));
  const whole = await groups("organizationOwner");
  expect(whole).toEqual(expect.arrayContaining([world.projectId, world.otherProjectId, world.sharedTierProjectId]));
  expect(whole).not.toContain(world.foreignProjectId);
  expect(whole.length).toBeGreaterThan(6);
  expect(await groups("projectReadOnly")).toEqual([world.projectId]);
  expect(await groups("otherProjectOwner")).toEqual([world.otherProjectId]);
  expect(await groups("otherOrganizationOwner")).toEqual([world.foreignProjectId]);
  expect(await groups("organizationMember")).toEqual([]);
  expect((await caller.call("listAllClusters", { key: keys.noRole })).status).toBe(403);
});

test("both lists have the form of the contract, in every member that it knows", async () => {
  for (const one of await list()) expect(violations(cluster, one)).toEqual([]);
  for (const one of resultsOf((await caller.call("listAllClusters")).json))
    expect(violations(projectClusters, one)).toEqual([]);
  const seen = new Set((await list()).flatMap((one) => Object.keys(membersOf(one))));
  expect(Object.keys(cluster.properties ?? {}).filter((name) => !seen.has(name))).toEqual([]);
});
