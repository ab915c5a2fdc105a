import { beforeEach, describe, expect, test } from "vitest";
import { type Call, type Caller, idsOf } from "./caller.test-support.ts";
import { listIn, memberIn, membersOf, momentIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const DAY = 24 * 60 * 60 * 1000;
let caller: Caller;
beforeEach(async () => {
  caller = await running();
});

const take = (call: Call = {}) => caller.call("takeSnapshot", { json: {}, ...call });
const idIn = (reply: { readonly json: unknown }): string => String(memberIn(reply.json, "id"));
const snapshot = async (snapshotId: string) =>
  membersOf((await caller.call("getSnapshot", { path: { snapshotId } })).json);
const pass = (seconds: number): void => caller.reference.clock.advance(seconds * 1_000);

describe("snapshots", () => {
  test("one that is taken on demand is queued, then in progress, then complete", async () => {
    const taken = await take({ json: { description: "before", retentionInDays: 3 } });
    expect(taken.json).toMatchObject({ description: "before", snapshotType: "onDemand", status: "queued" });
    const id = idIn(taken);
    expect(momentIn(taken.json, "expiresAt") - momentIn(taken.json, "createdAt")).toBe(3 * DAY);
    pass(5);
    expect((await snapshot(id)).status).toBe("inProgress");
    pass(15);
    const complete = await snapshot(id);
    expect([complete.status, Number(complete.storageSizeBytes) > 0]).toEqual(["completed", true]);
    expect(idsOf(await caller.call("listSnapshots", { query: "itemsPerPage=500" }))).toContain(id);
  });

  test("the next one has to wait for the one before, on the same cluster", async () => {
    const first = idIn(await take());
    expect((await take()).status).toBe(409);
    expect((await take({ path: { clusterName: "Reports0" } })).status).toBe(200);
    pass(20);
    expect((await snapshot(first)).status).toBe("completed");
    expect((await take()).status).toBe(200);
  });

  test("a deleted one and an expired one are gone", async () => {
    const path = { snapshotId: idIn(await take({ json: { retentionInDays: 1 } })) };
    pass(24 * 60 * 60);
    expect((await caller.call("getSnapshot", { path })).status).toBe(404);
    const second = { snapshotId: idIn(await take()) };
    expect((await caller.call("deleteSnapshot", { path: second })).status).toBe(204);
    expect((await caller.call("getSnapshot", { path: second })).status).toBe(404);
    expect((await caller.call("deleteSnapshot", { path: second })).status).toBe(404);
  });

  test.each([
    ["DAYS", 3, 3],
    ["WEEKS", 2, 14],
    ["MONTHS", 1, 30],
    ["YEARS", 1, 365],
    // The contract states no bounds: nothing expires at once, and no expiration exceeds the range of dates.
    ["DAYS", -5, 1],
  ])("an expiration of %s %d is %d days", async (retentionUnit, retentionValue, days) => {
    const path = { snapshotId: idIn(await take()) };
    const reply = await caller.call("changeSnapshotExpiration", { path, json: { retentionUnit, retentionValue } });
    expect((momentIn(reply.json, "expiresAt") - momentIn(reply.json, "createdAt")) / DAY).toBe(days);
    expect((await snapshot(path.snapshotId)).expiresAt).toBe(memberIn(reply.json, "expiresAt"));
  });

  test("the longest retention ends with the last moment that can be shown", async () => {
    const reply = await take({ json: { retentionInDays: 2_147_483_647 } });
    expect(memberIn(reply.json, "expiresAt")).toBe("9999-12-31T23:59:59.999Z");
  });

  test("those of a sharded cluster have parts, and are found among all of its snapshots", async () => {
    const { shardedClusterName: clusterName, shardedSnapshotIds } = caller.reference.world.backup;
    const list = membersOf((await caller.call("listShardedSnapshots", { path: { clusterName } })).json);
    expect(listIn(list, "results").map((one) => memberIn(one, "id"))).toEqual(shardedSnapshotIds);
    expect(Object.keys(list)).toEqual(["results"]);
    const snapshotId = idIn(await take({ path: { clusterName } }));
    const path = { clusterName, snapshotId };
    const whole = membersOf((await caller.call("getShardedSnapshot", { path })).json);
    expect(whole).toMatchObject({ type: "shardedCluster", configServerType: "EMBEDDED" });
    expect(listIn(whole, "members").map((one) => memberIn(one, "id"))).toEqual(whole.snapshotIds);
    expect((await caller.call("getSnapshot", { path })).status).toBe(200);
    expect((await caller.call("deleteShardedSnapshot", { path })).status).toBe(204);
    expect((await caller.call("getShardedSnapshot", { path })).status).toBe(404);
  });

  test("a replica set has no sharded snapshots", async () => {
    expect((await caller.call("listShardedSnapshots")).json).toEqual({ results: [] });
    expect((await caller.call("getShardedSnapshot")).status).toBe(404);
  });
});

describe("jobs", () => {
  test("an export is queued, then in progress, then successful", async () => {
    const { exportBucketIds, snapshotIds } = caller.reference.world.backup;
    const customData = [{ key: "by", value: "test" }];
    const json = { exportBucketId: exportBucketIds[0], snapshotId: snapshotIds[3], customData };
    const made = await caller.call("createExportJob", { json });
    expect(made.json).toMatchObject({ ...json, state: "Queued", exportStatus: { exportedCollections: 0 } });
    const path = { exportId: idIn(made) };
    pass(5);
    expect((await caller.call("getExportJob", { path })).json).toMatchObject({ state: "InProgress" });
    pass(15);
    const done = membersOf((await caller.call("getExportJob", { path })).json);
    const exported = membersOf(done.exportStatus);
    expect([done.state, exported.exportedCollections]).toEqual(["Successful", exported.totalCollections]);
    expect(momentIn(done, "finishedAt")).toBeGreaterThan(momentIn(done, "createdAt"));
  });

  test("a snapshot that is still being taken can be neither exported nor restored", async () => {
    const snapshotId = idIn(await take());
    const exportBucketId = caller.reference.world.backup.exportBucketIds[0];
    expect((await caller.call("createExportJob", { json: { exportBucketId, snapshotId } })).status).toBe(400);
    const json = { deliveryType: "download", snapshotId };
    expect((await caller.call("createRestoreJob", { json })).status).toBe(404);
    pass(20);
    expect((await caller.call("createRestoreJob", { json })).status).toBe(200);
  });

  test("a download is ready after a while, for some days", async () => {
    const json = { deliveryType: "download", snapshotId: caller.reference.world.backup.snapshotIds[2] };
    const made = await caller.call("createRestoreJob", { json });
    expect(made.json).toMatchObject({ ...json, cancelled: false, expired: false, failed: false, deliveryUrl: [] });
    const path = { restoreJobId: idIn(made) };
    pass(20);
    const ready = membersOf((await caller.call("getRestoreJob", { path })).json);
    expect([listIn(ready, "deliveryUrl"), listIn(ready, "components")].map(({ length }) => length)).toEqual([1, 1]);
    expect(ready.expired).toBe(false);
    pass((5 * DAY) / 1_000);
    expect((await caller.call("getRestoreJob", { path })).json).toMatchObject({ expired: true });
  });

  test("a private end point has an address of its own for downloads", async () => {
    const where = { clusterName: "Analytics0" };
    const id = idIn(await take({ path: where }));
    pass(20);
    const json = { deliveryType: "download", snapshotId: id };
    const restoreJobId = idIn(await caller.call("createRestoreJob", { path: where, json }));
    pass(20);
    const job = membersOf((await caller.call("getRestoreJob", { path: { ...where, restoreJobId } })).json);
    expect(memberIn(job, "privateDownloadDeliveryUrls", "0", "endpointId")).toMatch(/^vpce-/);
  });

  test("a cancelled restore stays so, and one that is done cannot be cancelled", async () => {
    const create = () => caller.call("createRestoreJob", { json: { deliveryType: "download" } });
    const read = async (restoreJobId: string) =>
      membersOf((await caller.call("getRestoreJob", { path: { restoreJobId } })).json);
    const [first, second] = [idIn(await create()), idIn(await create())];
    expect((await caller.call("cancelRestoreJob", { path: { restoreJobId: first } })).status).toBe(204);
    pass(20);
    expect((await caller.call("cancelRestoreJob", { path: { restoreJobId: second } })).status).toBe(204);
    expect(await read(first)).toMatchObject({ cancelled: true, deliveryUrl: [] });
    expect(await read(second)).toMatchObject({ cancelled: false });
  });

  test("a restore to a moment shows the moment", async () => {
    const { projectId: targetGroupId, clusterName: targetClusterName } = caller.reference.world;
    const json = { deliveryType: "pointInTime", oplogTs: 1_199_145_600, oplogInc: 3, targetGroupId, targetClusterName };
    expect((await caller.call("createRestoreJob", { json })).json).toMatchObject({
      ...json,
      desiredTimestamp: { date: "2008-01-01T00:00:00.000Z", increment: 3 },
    });
  });

  test("a restore into another project needs the role there as well", async () => {
    const { world, keys } = caller.reference;
    const target = { targetGroupId: world.otherProjectId, targetClusterName: world.clusterName };
    const json = { deliveryType: "automated", snapshotId: world.backup.snapshotIds[0], ...target };
    const restore = async (key: typeof keys.all, more = {}) =>
      (await caller.call("createRestoreJob", { key, json: { ...json, ...more } })).status;
    expect(await restore(keys.all)).toBe(403);
    expect(await restore(keys.projectOwner, { targetGroupId: world.sharedTierProjectId })).toBe(403);
    expect(await restore(keys.otherProjectOwner)).toBe(403);
    const listed = await caller.call("listClusters", { version: "1.0", path: { groupId: world.sharedTierProjectId } });
    const names = listIn(listed.json, "results").map((one) => memberIn(one, "name"));
    const own = { targetGroupId: world.sharedTierProjectId, targetClusterName: names[0] };
    expect(await restore(keys.all, own)).toBe(200);
    expect(await restore(keys.all, { targetGroupId: world.projectId })).toBe(200);
    const path = { clusterName: world.backup.serverlessInstanceName };
    const serverless = { ...json, snapshotId: world.backup.serverlessSnapshotIds[0] };
    expect((await caller.call("createServerlessRestoreJob", { path, json: serverless })).status).toBe(403);
  });

  test("a serverless instance has snapshots and restore jobs of its own", async () => {
    const { backup, projectId } = caller.reference.world;
    const path = { clusterName: backup.serverlessInstanceName };
    const listed = listIn((await caller.call("listServerlessSnapshots", { path })).json, "results");
    expect(listed.map((one) => memberIn(one, "serverlessInstanceName"))).toEqual(listed.map(() => path.clusterName));
    const json = {
      deliveryType: "automated",
      snapshotId: backup.serverlessSnapshotIds[0],
      targetClusterName: path.clusterName,
      targetGroupId: projectId,
    };
    const made = await caller.call("createServerlessRestoreJob", { path, json });
    expect(made.json).toMatchObject(json);
    expect(Object.keys(membersOf(made.json))).not.toContain("components");
    expect(idsOf(await caller.call("listServerlessRestoreJobs", { path }))).toContain(idIn(made));
    expect(idsOf(await caller.call("listRestoreJobs"))).not.toContain(idIn(made));
    const foreign = { ...json, snapshotId: backup.snapshotIds[0] };
    expect((await caller.call("createServerlessRestoreJob", { path, json: foreign })).status).toBe(404);
    expect((await caller.call("listServerlessSnapshots")).status).toBe(404);
  });
});
