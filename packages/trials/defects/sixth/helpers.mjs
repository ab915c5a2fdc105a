// Helpers for several of these defects.
import { ask } from "../asking.mjs";
import { listOf } from "../second/helpers.mjs";

/** A defect in one version of the interface only; `isVersion` selects its requests. */
export const onlyIn = (isVersion, lie) => (server) => {
  const handler = lie(server);
  return (request, pass) => (isVersion(request) ? handler(request, pass) : pass(request));
};

/** The other clusters in the project of a request. */
export async function otherClusters(caller, { groupId, clusterName }) {
  const all = await listOf(caller, "listClusters", { groupId });
  return all.map(({ name }) => name).filter((name) => name !== clusterName);
}

/** The backup schedules of all clusters of a project that have one. */
export async function schedulesOf(caller, groupId) {
  const schedules = [];
  for (const { name } of await listOf(caller, "listClusters", { groupId })) {
    const { status, json } = await ask(caller, "getBackupSchedule", { groupId, clusterName: name });
    if (status === 200) schedules.push(json);
  }
  return schedules;
}
