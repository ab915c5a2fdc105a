// Migrations, cloud provider access roles and outage simulations.
import { asked } from "../answers.mjs";
import { ask, sends } from "../asking.mjs";
import { isSignedBy, listOf, succeeded } from "../second/helpers.mjs";
import { otherClusters } from "../sixth/helpers.mjs";
import { turnsAway } from "../third/helpers.mjs";
import { opensTo } from "./helpers.mjs";

const ALREADY = {
  status: 400,
  errorCode: "CLUSTER_OUTAGE_ALREADY_REQUESTED",
  detail: "There is an outage simulation already.",
};
const TEXTS = ["cloudProvider", "regionName", "type"];
const areFilters = (filters) =>
  Array.isArray(filters) &&
  filters.length > 0 &&
  filters.every((one) => TEXTS.every((name) => typeof one?.[name] === "string"));

const oneOfProject = ({ caller, key, shows }) =>
  turnsAway(
    "startOutageSimulation",
    ALREADY,
    async (request) => {
      const { groupId, clusterName } = request.values;
      if (!isSignedBy(request, key) || !areFilters(asked(request)?.outageFilters)) return false;
      const own = await ask(caller, "getOutageSimulation", { groupId, clusterName });
      const others = await otherClusters(caller, request.values);
      const all = await listOf(caller, "listClusters", { groupId });
      if (own.status !== 404 || others.length === all.length) return false;
      for (const other of others)
        if ((await ask(caller, "getOutageSimulation", { groupId, clusterName: other })).status === 200) return true;
      return false;
    },
    shows,
  );

/** No region means every region. */
const noneIsEvery = ({ caller, shows }) =>
  sends(
    ["startOutageSimulation"],
    async ({ outageFilters, ...body }, { values }) => {
      if (!Array.isArray(outageFilters) || outageFilters.length > 0) return undefined;
      const clusters = await listOf(caller, "listClusters", { groupId: values.groupId });
      const { providerName, regionName } = Object(
        clusters.find(({ name }) => name === values.clusterName)?.providerSettings,
      );
      if (providerName === undefined) return undefined;
      return { ...body, outageFilters: [{ cloudProvider: providerName, regionName, type: "REGION" }] };
    },
    shows,
  );

/** Looks up a role by its id only. */
const ofAnyProject =
  ({ neighbour, fixtures, key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getCloudAccessRole" || answer.status !== 404 || !isSignedBy(request, key)) return answer;
    const { status, json } = await ask(neighbour, "getCloudAccessRole", {
      ...request.values,
      groupId: fixtures.otherGroupId,
    });
    if (status !== 200) return answer;
    shows();
    return succeeded(request, answer, json);
  };

export const moves = [
  {
    id: "member-cuts-over",
    words: "58: cut over migration: G, `liveMigrationId`; Organization Owner",
    wrong: "An Organization Member key, which may read a migration, may cut it over as well.",
    lie: opensTo("cutOverMigration", "Organization Member"),
  },
  {
    id: "role-of-other-project-read",
    words: "64: get role: G, `roleId`; Project Owner",
    wrong: "The access role of another project is read through the path of one's own.",
    lie: ofAnyProject,
  },
  {
    id: "one-outage-of-a-project",
    words: "States, cluster outage simulation: none, start operation, non-empty `outageFilters`: `START_REQUESTED`",
    wrong: "A simulation is refused while another cluster of the project has one.",
    lie: oneOfProject,
  },
  {
    id: "no-outage-filter-is-every-region",
    words: "65: start: body `{outageFilters}` (non-empty)",
    wrong: "An empty array is taken for the region of the cluster, and the simulation starts.",
    lie: noneIsEvery,
  },
];
