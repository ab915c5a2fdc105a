// A client named after the public interface, called by its own names; it returns only bodies.
const DAY = 24 * 3_600_000;

/** Uses the client as its users do, in one version; `accept` is undefined for the client's own header. */
export async function used(open, { url, key, fixtures, version, accept }) {
  const { groupId, clusterName, databaseName, collectionName } = fixtures;
  const baseUrl = `${url}/api/atlas/${version}`;
  const client = open({ publicKey: key.username, privateKey: key.password, baseUrl, projectId: groupId });
  const stated = accept === undefined ? {} : { accept };
  const httpOptions = { headers: stated };
  const typed = { headers: { ...stated, "content-type": "application/json" } };
  const said = [];
  const ask = async (asked, answer) => {
    try {
      said.push({ asked, json: await answer });
    } catch (error) {
      said.push({ asked, error: String(error.message ?? error) });
    }
    return said.at(-1).json;
  };
  const soon = new Date(Date.now() + DAY).toISOString();
  const alerts = await ask("alerts", client.alert.getAll({ itemsPerPage: 5, httpOptions }));
  const { id } = alerts?.results?.[0] ?? { id: "0".repeat(24) };
  await ask("page", client.alert.getAll({ itemsPerPage: 2, pageNum: 2, includeCount: false, httpOptions }));
  await ask("envelope", client.alert.getAll({ envelope: true, pretty: true, httpOptions }));
  const comment = { acknowledgedUntil: soon, acknowledgementComment: "seen" };
  await ask("acknowledge", client.alert.acknowledge(id, comment, { httpOptions: typed }));
  await ask("acknowledged", client.alert.get(id, { httpOptions }));
  await ask("take back", client.alert.acknowledge(id, {}, { httpOptions: typed }));
  await ask("alert", client.alert.get(id, { httpOptions }));
  const overlong = { acknowledgedUntil: soon, acknowledgementComment: "x".repeat(201) };
  await ask("overlong", client.alert.acknowledge(id, overlong, { httpOptions: typed }));
  await ask("beyond", client.alert.getAll({ itemsPerPage: 501, httpOptions }));
  await ask("nothing", client.alert.get("0".repeat(24), { httpOptions }));
  await ask("clusters", client.cluster.getAll({ httpOptions }));
  // This is not an operation of the interface.
  await ask("one cluster", client.cluster.get(clusterName, { httpOptions }));
  const snapshots = await ask(
    "snapshots",
    client.cloudBackup.getAllReplicaSetCloudBackups(clusterName, { httpOptions }),
  );
  const snapshotId = snapshots?.results?.[0]?.id ?? "0".repeat(24);
  await ask("snapshot", client.cloudBackup.getReplicaSetCloudBackup(clusterName, snapshotId, { httpOptions }));
  const job = { deliveryType: "automated", snapshotId, targetClusterName: clusterName, targetGroupId: groupId };
  const made = await ask(
    "restore",
    client.cloudBackup.createSnapshotRestoreJob(clusterName, job, { httpOptions: typed }),
  );
  const jobId = made?.id ?? "0".repeat(24);
  await ask("restore job", client.cloudBackup.getSnapshotRestoreJob(clusterName, jobId, { httpOptions }));
  const search = client.atlasSearch;
  await ask("analyzers", search.getAllAnalyzers(clusterName, { httpOptions }));
  await ask("indexes", search.getAll(clusterName, databaseName, collectionName, { httpOptions }));
  const index = { collectionName, database: databaseName, name: "by-client", mappings: { dynamic: true } };
  const created = await ask("create index", search.create(clusterName, index, { httpOptions: typed }));
  const indexId = created?.indexID ?? "0".repeat(24);
  await ask("index", search.get(clusterName, indexId, { httpOptions }));
  await ask("delete index", search.delete(clusterName, indexId, { httpOptions }));
  await ask("roles", client.cloudProviderAccess.getAll({ httpOptions }));
  return said;
}
