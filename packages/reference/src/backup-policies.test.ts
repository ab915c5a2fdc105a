import { expect, test } from "vitest";
import { idsOf } from "./caller.test-support.ts";
import { listIn, memberIn, membersOf, momentIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { world } = caller.reference;
const BUCKET = { bucketName: "exports", cloudProvider: "PROVIDER_A", iamRoleId: world.accessRoleIds[0] };
const POLICY = { authorizedEmail: "officer@example.com" };

const createBucket = async (): Promise<string> =>
  String(memberIn((await caller.call("createExportBucket", { json: BUCKET })).json, "_id"));
const schedule = async () => membersOf((await caller.call("getBackupSchedule")).json);
const update = (json: object, query = "") => caller.call("updateBackupSchedule", { json, query });
const item = (frequencyType: string, retentionUnit: string, retentionValue: number) => ({
  frequencyType,
  frequencyInterval: 1,
  retentionUnit,
  retentionValue,
});
const itemsIn = (json: unknown): readonly unknown[] => listIn(listIn(json, "policies")[0], "policyItems");

test("a bucket can be read, listed and deleted", async () => {
  const exportBucketId = await createBucket();
  const path = { exportBucketId };
  expect((await caller.call("getExportBucket", { path })).json).toEqual({ _id: exportBucketId, ...BUCKET });
  expect((await caller.call("listExportBuckets")).text).toContain(exportBucketId);
  expect((await caller.call("deleteExportBucket", { path })).status).toBe(204);
  expect((await caller.call("getExportBucket", { path })).status).toBe(404);
});

test("a bucket is kept while a schedule exports to it automatically", async () => {
  const exportBucketId = await createBucket();
  const path = { exportBucketId };
  await update({ autoExportEnabled: true, export: { exportBucketId, frequencyType: "monthly" } });
  expect((await caller.call("deleteExportBucket", { path })).status).toBe(409);
  expect((await caller.call("getExportBucket", { path })).status).toBe(200);
  await update({ autoExportEnabled: false });
  expect((await caller.call("deleteExportBucket", { path })).status).toBe(204);
});

test("an update of a schedule changes what it carries and nothing else", async () => {
  const before = await schedule();
  const answer = await update({ referenceMinuteOfHour: 7 });
  const after = await schedule();
  expect(answer.json).toEqual(after);
  expect({ ...after, nextSnapshot: 0 }).toEqual({ ...before, referenceMinuteOfHour: 7, nextSnapshot: 0 });
  expect(after.clusterName).toBe(world.clusterName);
});

test("items of a policy keep their ids, and new ones get an id", async () => {
  const [first] = itemsIn(await schedule());
  const answer = await update({ policies: [{ policyItems: [first, item("yearly", "years", 3)] }] });
  const [kept, added] = itemsIn(answer.json);
  expect(kept).toEqual(first);
  expect(memberIn(added, "id")).toMatch(/^[a-f0-9]{24}$/);
});

test.each([
  ["rarer backups that are kept shorter", [item("daily", "days", 30), item("weekly", "weeks", 1)], 400],
  ["the same, in another order", [item("weekly", "weeks", 1), item("daily", "days", 30)], 400],
  ["rarer backups that are kept as long", [item("daily", "days", 7), item("weekly", "weeks", 1)], 200],
])("%s: %#", async (_what, policyItems, status) => {
  expect((await update({ policies: [{ policyItems }] })).status).toBe(status);
});

test("a deleted schedule has no policies and takes no snapshots until it is stated anew", async () => {
  const before = await schedule();
  const deleted = (await caller.call("deleteBackupSchedules")).json;
  expect(deleted).toEqual(await schedule());
  expect(deleted).toMatchObject({ policies: [], autoExportEnabled: false });
  expect(memberIn(deleted, "nextSnapshot")).toBeUndefined();
  await update({ policies: before.policies });
  expect((await schedule()).policies).toEqual(before.policies);
});

test("a change of retention applies to older snapshots only if the request asks for that", async () => {
  await update({ policies: [{ policyItems: [item("hourly", "days", 30)] }] });
  const path = { snapshotId: world.backup.snapshotIds[5] ?? "" };
  const expiry = async () =>
    Date.parse(String(memberIn((await caller.call("getSnapshot", { path })).json, "expiresAt")));
  const before = await expiry();
  await update({ policies: [{ policyItems: [item("hourly", "days", 31)] }] });
  expect(await expiry()).toBe(before);
  await update({ policies: [{ policyItems: [item("hourly", "days", 31)] }], updateSnapshots: true });
  expect((await expiry()) - before).toBe(24 * 60 * 60 * 1000);
  // No snapshot expires at once, however short the retention.
  await update({ policies: [{ policyItems: [item("hourly", "days", 1)] }], updateSnapshots: true });
  expect((await caller.call("getSnapshot", { path })).status).toBe(200);
});

test("deleted copies are taken off the snapshots", async () => {
  const path = { snapshotId: world.backup.snapshotIds[0] ?? "" };
  const regions = async () => memberIn((await caller.call("getSnapshot", { path })).json, "copyRegions");
  const [regionName] = listIn(await regions());
  await update({ deleteCopiedBackups: [{ regionName: "NOWHERE" }] });
  expect(await regions()).toEqual([regionName]);
  await update({ deleteCopiedBackups: [{ regionName }] });
  expect(await regions()).toEqual([]);
});

test("a compliance policy is stated as a whole", async () => {
  const sent = { ...POLICY, pitEnabled: true, onDemandPolicyItem: item("ondemand", "days", 3), restoreWindowDays: 2 };
  const query = "overwriteBackupPolicies=false";
  const answer = await caller.call("updateBackupCompliancePolicy", { json: sent, query });
  expect(answer.json).toMatchObject({
    ...sent,
    copyProtectionEnabled: false,
    state: "ACTIVE",
    projectId: world.projectId,
  });
  expect((await caller.call("getBackupCompliancePolicy")).json).toEqual(answer.json);
  const bare = membersOf((await caller.call("updateBackupCompliancePolicy", { json: POLICY, query })).json);
  expect([bare.pitEnabled, bare.onDemandPolicyItem, bare.restoreWindowDays]).toEqual([false, undefined, undefined]);
  expect(momentIn(bare, "updatedDate")).toBeGreaterThan(momentIn(answer.json, "updatedDate"));
});

test("a project without a compliance policy shows one without demands", async () => {
  const reply = await caller.call("getBackupCompliancePolicy", { path: { groupId: world.otherProjectId } });
  expect(reply.json).toEqual({
    projectId: world.otherProjectId,
    copyProtectionEnabled: false,
    encryptionAtRestEnabled: false,
    pitEnabled: false,
  });
});

test("a restore window is no longer than hourly backups are kept", async () => {
  const json = { ...POLICY, scheduledPolicyItems: [item("hourly", "days", 3)] };
  const put = (restoreWindowDays: number) =>
    caller.call("updateBackupCompliancePolicy", {
      json: { ...json, restoreWindowDays },
      query: "overwriteBackupPolicies=false",
    });
  expect((await put(4)).status).toBe(400);
  expect((await put(3)).status).toBe(200);
});

test("a compliance policy overwrites schedules that do not comply, unless it is told not to", async () => {
  await update({
    policies: [{ policyItems: [item("daily", "days", 7), item("weekly", "weeks", 9)] }],
    restoreWindowDays: 2,
  });
  const strict = [item("daily", "days", 10), item("weekly", "weeks", 1), item("yearly", "years", 1)];
  const json = { ...POLICY, scheduledPolicyItems: strict, restoreWindowDays: 5 };
  const before = await schedule();
  await caller.call("updateBackupCompliancePolicy", { json, query: "overwriteBackupPolicies=false" });
  expect(await schedule()).toEqual(before);
  await caller.call("updateBackupCompliancePolicy", { json });
  const after = await schedule();
  expect(after.restoreWindowDays).toBe(5);
  expect(itemsIn(after)).toMatchObject([
    item("daily", "days", 10),
    item("weekly", "weeks", 9),
    item("yearly", "years", 1),
  ]);
});

test("a policy that protects copies keeps them from being deleted, and only them", async () => {
  const fresh = await running();
  const { snapshotIds } = fresh.reference.world.backup;
  await fresh.call("updateBackupCompliancePolicy", { json: { ...POLICY, copyProtectionEnabled: true } });
  const remove = (index: number) => fresh.call("deleteSnapshot", { path: { snapshotId: snapshotIds[index] ?? "" } });
  expect((await remove(0)).status).toBe(409);
  expect((await remove(1)).status).toBe(204);
  expect(idsOf(await fresh.call("listSnapshots"))).toContain(snapshotIds[0]);
});
