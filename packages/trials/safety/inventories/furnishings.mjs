/*
 * Records of the server's user from before a run: each function furnishes the seeded world, and returns further places
 * of records.
 */
import { setTimeout as pause } from "node:timers/promises";
import { placeOf } from "../interface.mjs";
import { pick, randomOf } from "../random.mjs";

/** Sends an operation as the user, who has all permissions. */
export async function perform({ caller }, id, values, body) {
  const { method, path, accept } = placeOf(id, values);
  const { status, text, json } = await caller.send(method, path, accept, body);
  if (status >= 300) throw new Error(`${id} was refused: ${status} ${text.slice(0, 300)}`);
  return json;
}

const DAY = 24 * 60 * 60 * 1_000;
const main = ({ fixtures: { groupId, clusterName } }) => ({ groupId, clusterName });
const another = (served) => ({ ...main(served), clusterName: "Reports0" });

async function snapshotsOf(served, values) {
  const { path, accept } = placeOf("listSnapshots", values);
  const { json } = await served.caller.send("GET", `${path}?itemsPerPage=500`, accept);
  return json.results;
}

/** Takes a snapshot and waits until it is complete, because a snapshot in progress changes by itself. */
export async function complete(served, values, body) {
  const { id } = await perform(served, "takeSnapshot", values, body);
  for (let tries = 0; tries < 100; tries += 1) {
    const { status } = await perform(served, "getSnapshot", { ...values, snapshotId: id });
    if (status === "completed") return id;
    await pause(50);
  }
  throw new Error(`the snapshot ${id} is not complete`);
}

/** Scheduled snapshots with a longer retention than in the schedule, for both kinds of clusters. */
async function prolonged(served, seed) {
  const random = randomOf(seed);
  const retentions = [
    { retentionUnit: "DAYS", retentionValue: 400 },
    { retentionUnit: "DAYS", retentionValue: 45 },
    { retentionUnit: "WEEKS", retentionValue: 9 },
    { retentionUnit: "MONTHS", retentionValue: 3 },
    { retentionUnit: "YEARS", retentionValue: 2 },
  ];
  for (const clusterName of [served.fixtures.clusterName, served.fixtures.shardedClusterName]) {
    const values = { ...main(served), clusterName };
    const snapshots = await snapshotsOf(served, values);
    // Includes the newest and the oldest, because a run that tries one snapshot tries one of these.
    for (const [index, { id }] of snapshots.entries())
      if (index < 3 || index >= snapshots.length - 3 || random() < 0.2)
        await perform(served, "changeSnapshotExpiration", { ...values, snapshotId: id }, pick(random, retentions));
  }
}

/** Changes the retention of future snapshots, while existing ones keep their expiration. */
const retention = (days) => async (served) => {
  const { policies } = await perform(served, "getBackupSchedule", main(served));
  const [policy] = policies;
  const policyItems = policy.policyItems.map((item) => ({
    ...item,
    ...(item.frequencyType === "hourly" && { retentionUnit: "days", retentionValue: days.hourly }),
    ...(item.frequencyType === "daily" && { retentionUnit: "days", retentionValue: days.daily }),
  }));
  await perform(served, "updateBackupSchedule", main(served), {
    policies: [{ ...policy, policyItems }],
    updateSnapshots: false,
  });
};

async function complianceItems(served) {
  const { groupId } = main(served);
  await perform(
    served,
    "updateBackupCompliancePolicy",
    { groupId },
    {
      authorizedEmail: "officer@example.com",
      authorizedUserFirstName: "Grace",
      authorizedUserLastName: "Example",
      copyProtectionEnabled: true,
      encryptionAtRestEnabled: false,
      pitEnabled: true,
      restoreWindowDays: 5,
      onDemandPolicyItem: { frequencyInterval: 0, frequencyType: "ondemand", retentionUnit: "days", retentionValue: 9 },
      scheduledPolicyItems: [
        { frequencyInterval: 6, frequencyType: "hourly", retentionUnit: "days", retentionValue: 10 },
        { frequencyInterval: 1, frequencyType: "daily", retentionUnit: "days", retentionValue: 12 },
        { frequencyInterval: 3, frequencyType: "weekly", retentionUnit: "weeks", retentionValue: 6 },
      ],
    },
  );
}

/** A second cluster next to the tested one, with everything that a cluster can have. */
export async function otherCluster(served) {
  const values = another(served);
  await perform(served, "replaceCustomAnalyzers", values, [
    { name: "theirs", tokenizer: { type: "whitespace" } },
    { name: "folded", tokenizer: { type: "standard" }, tokenFilters: [{ type: "lowercase" }] },
  ]);
  await perform(served, "updateBackupSchedule", values, { referenceHourOfDay: 17, restoreWindowDays: 4 });
  await complete(served, values, { description: "before the migration", retentionInDays: 90 });
  const namespace = { databaseName: "shop", collectionName: "orders" };
  for (const name of ["default", "by-customer"])
    await perform(served, "createSearchIndex", values, {
      collectionName: namespace.collectionName,
      database: namespace.databaseName,
      name,
      definition: { mappings: { dynamic: true } },
    });
  return { collection: [{ ...values, ...namespace }] };
}

async function acknowledged(served) {
  const { groupId } = main(served);
  const { results } = await perform(served, "listAlerts", { groupId });
  for (const [index, { id }] of results.entries())
    if (index % 3 !== 0)
      await perform(
        served,
        "acknowledgeAlert",
        { groupId, alertId: id },
        {
          acknowledgedUntil: new Date(Date.now() + (2 + (index % 9)) * DAY).toISOString(),
          acknowledgementComment: `Seen by the night shift, ${index}`,
        },
      );
}

async function auditingAndDns(served) {
  const { results } = await perform(served, "listAllClusters", {});
  const { groupId } = main(served);
  for (const project of [groupId, ...results.map((one) => one.groupId)]) {
    const values = { groupId: project };
    const body = { enabled: true, auditAuthorizationSuccess: true, auditFilter: '{"atype":"authenticate"}' };
    // A project of shared tiers has no auditing.
    await perform(served, "updateAuditing", values, body).catch(() => undefined);
    await perform(served, "updateCustomDns", values, { enabled: true }).catch(() => undefined);
  }
}

async function all(served, seed) {
  await prolonged(served, seed);
  await retention({ hourly: 10, daily: 12 })(served);
  await acknowledged(served);
  await auditingAndDns(served);
  const more = await otherCluster(served);
  await complianceItems(served);
  return more;
}

export const furnishings = {
  "as-it-is": () => undefined,
  prolonged,
  "retention-lowered": retention({ hourly: 10, daily: 12 }),
  "retention-raised": retention({ hourly: 44, daily: 45 }),
  "compliance-items": complianceItems,
  "other-cluster": otherCluster,
  acknowledged,
  "auditing-dns": auditingAndDns,
  all,
};
