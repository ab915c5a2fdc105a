/*
 * Gives the user enough records of every kind that a run creates; alerts and alert configurations already exist in
 * numbers.
 */
import { complete, otherCluster, perform } from "../inventories/furnishings.mjs";

const NAMES = ["nightly", "weekly", "audit", "archive"];

/** Furnishes the seeded world, and returns further places of records. */
export async function furnish(served) {
  const { groupId, clusterName, snapshotId, serverlessInstanceName } = served.fixtures;
  const values = { groupId, clusterName };
  const more = await otherCluster(served);
  const role = Object.values(await perform(served, "listCloudAccessRoles", { groupId })).flat()[0];
  for (const name of NAMES) {
    const bucket = { bucketName: `backups-${name}`, cloudProvider: "PROVIDER_A", iamRoleId: role.roleId };
    await perform(served, "createExportBucket", { groupId }, bucket);
    await complete(served, values, { description: `kept for the ${name} report`, retentionInDays: 60 });
    await perform(served, "createSearchIndex", values, {
      collectionName: "movies",
      database: "catalogue",
      name: `by-${name}`,
      definition: { mappings: { dynamic: true } },
    });
  }
  await perform(served, "createCloudAccessRole", { groupId }, { providerName: role.providerName });
  await perform(served, "replaceCustomAnalyzers", { groupId, clusterName: "Reports1" }, [
    { name: "theirs", tokenizer: { type: "whitespace" } },
  ]);
  await perform(
    served,
    "startOutageSimulation",
    { groupId, clusterName: "Archive0" },
    {
      outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }],
    },
  ).catch(() => undefined);
  await perform(served, "createRestoreJob", values, { deliveryType: "download", snapshotId });
  await perform(
    served,
    "createServerlessRestoreJob",
    { groupId, clusterName: serverlessInstanceName },
    {
      deliveryType: "download",
      targetClusterName: serverlessInstanceName,
      targetGroupId: groupId,
    },
  ).catch(() => undefined);
  return more;
}
