import fc from "fast-check";
import { expect } from "vitest";
import { idsOf } from "../caller.test-support.ts";
import { memberIn } from "../json.test-support.ts";
import { NOON } from "../running.test-support.ts";
import { answers, type Command, command, idIn, type Model, nth } from "./model.test-support.ts";

const DAY = 24 * 60 * 60 * 1_000;
const some = fc.nat(20);

const isThere = (model: Model, number: number): boolean => {
  const [, snapshot] = nth(model.snapshots, number);
  return snapshot !== undefined && snapshot.expires > model.now;
};

const take = fc.integer({ min: 1, max: 3 }).map((retentionInDays) =>
  command(`take a snapshot for ${retentionInDays} days`, async ({ snapshots, now }, caller) => {
    const busy = [...snapshots.values()].some((one) => one !== undefined && now - one.taken < 20_000);
    const reply = await answers(busy ? 409 : 200, caller, "takeSnapshot", { json: { retentionInDays } });
    if (!busy) snapshots.set(idIn(reply), { taken: now, expires: now + retentionInDays * DAY });
  }),
);

const readSnapshots = fc.constant(
  command("read the snapshots", async (model, caller) => {
    const listed = idsOf(await answers(200, caller, "listSnapshots", { query: "itemsPerPage=500" }));
    for (const [index, [snapshotId, snapshot]] of [...model.snapshots].entries()) {
      const there = isThere(model, index);
      const reply = await answers(there ? 200 : 404, caller, "getSnapshot", { path: { snapshotId } });
      expect(listed.includes(snapshotId)).toBe(there);
      if (!there || snapshot === undefined) continue;
      const age = model.now - snapshot.taken;
      const status = age < 5_000 ? "queued" : age < 20_000 ? "inProgress" : "completed";
      expect(reply.json).toMatchObject({ status, expiresAt: new Date(NOON + snapshot.expires).toISOString() });
    }
  }),
);

const deleteSnapshot = some.map((number) =>
  command(
    `delete snapshot ${number}`,
    async (model, caller) => {
      const [snapshotId] = nth(model.snapshots, number);
      await answers(isThere(model, number) ? 204 : 404, caller, "deleteSnapshot", { path: { snapshotId } });
      model.snapshots.set(snapshotId, undefined);
    },
    ({ snapshots }) => snapshots.size > 0,
  ),
);

const change = fc.tuple(some, fc.integer({ min: 1, max: 4 })).map(([number, days]) =>
  command(
    `let snapshot ${number} expire after ${days} days`,
    async (model, caller) => {
      const [snapshotId, snapshot] = nth(model.snapshots, number);
      const call = { path: { snapshotId }, json: { retentionUnit: "DAYS", retentionValue: days } };
      const there = isThere(model, number);
      await answers(there ? 200 : 404, caller, "changeSnapshotExpiration", call);
      if (!there || snapshot === undefined) return;
      // A snapshot never expires within a day of the change.
      const expires = Math.max(snapshot.taken + days * DAY, model.now + DAY);
      model.snapshots.set(snapshotId, { ...snapshot, expires });
    },
    ({ snapshots }) => snapshots.size > 0,
  ),
);

const createBucket = fc.constant(
  command("create an export bucket", async ({ buckets }, caller) => {
    const iamRoleId = caller.reference.world.accessRoleIds[0];
    const json = { bucketName: "exports", cloudProvider: "PROVIDER_A", iamRoleId };
    buckets.set(idIn(await answers(200, caller, "createExportBucket", { json }), "_id"), true);
  }),
);

const guards = ({ schedule }: Model, id: string): boolean =>
  schedule["autoExportEnabled"] === true && memberIn(schedule["export"], "exportBucketId") === id;

const deleteBucket = some.map((number) =>
  command(
    `delete export bucket ${number}`,
    async (model, caller) => {
      const [exportBucketId, there] = nth(model.buckets, number);
      const guarded = guards(model, exportBucketId);
      const status = there ? (guarded ? 409 : 204) : 404;
      await answers(status, caller, "deleteExportBucket", { path: { exportBucketId } });
      if (!guarded) model.buckets.set(exportBucketId, false);
      const still = model.buckets.get(exportBucketId) === true;
      await answers(still ? 200 : 404, caller, "getExportBucket", { path: { exportBucketId } });
    },
    ({ buckets }) => buckets.size > 0,
  ),
);

const exportTo = fc.tuple(some, fc.boolean()).map(([number, autoExportEnabled]) =>
  command(
    `export to bucket ${number}: ${autoExportEnabled}`,
    async ({ buckets, schedule }, caller) => {
      const [exportBucketId] = nth(buckets, number);
      const json = { autoExportEnabled, export: { exportBucketId, frequencyType: "monthly" } };
      await answers(200, caller, "updateBackupSchedule", { json });
      Object.assign(schedule, json);
    },
    ({ buckets }) => [...buckets.values()].some((there) => there),
  ),
);

const part = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((restoreWindowDays) => ({ restoreWindowDays })),
  fc.nat(23).map((referenceHourOfDay) => ({ referenceHourOfDay })),
  fc.boolean().map((useOrgAndGroupNamesInExportPrefix) => ({ useOrgAndGroupNamesInExportPrefix })),
  fc.boolean().map((autoExportEnabled) => ({ autoExportEnabled })),
  fc
    .constantFrom("US_EAST_1", "US_WEST_2")
    .map((regionName) => ({ copySettings: [{ cloudProvider: "PROVIDER_A", regionName, frequencies: ["DAILY"] }] })),
);
const updateSchedule = part.map((json) =>
  command(`update the schedule with ${JSON.stringify(json)}`, async ({ schedule }, caller) => {
    await answers(200, caller, "updateBackupSchedule", { json });
    Object.assign(schedule, json);
  }),
);
const deleteSchedule = fc.constant(
  command("delete the schedules", async ({ schedule }, caller) => {
    await answers(200, caller, "deleteBackupSchedules");
    Object.assign(schedule, { autoExportEnabled: false, policies: [] });
  }),
);
const readSchedule = fc.constant(
  command("read the schedule", async ({ schedule }, caller) => {
    expect((await answers(200, caller, "getBackupSchedule")).json).toMatchObject(schedule);
  }),
);

/** Snapshots, export buckets and schedules. */
export const backupCommands: readonly fc.Arbitrary<Command>[] = [
  take,
  take,
  readSnapshots,
  deleteSnapshot,
  change,
  createBucket,
  deleteBucket,
  exportTo,
  updateSchedule,
  deleteSchedule,
  readSchedule,
];
