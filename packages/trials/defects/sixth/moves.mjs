// Migrations, cloud provider access roles and outage simulations.
import { accepted, contentOf, withContent } from "../answers.mjs";
import { ask, readAt, refuses, tells } from "../asking.mjs";

const isWhole = ({ destination, dropEnabled, migrationHosts, source }) =>
  Boolean(destination && source) && typeof dropEnabled === "boolean" && migrationHosts?.length === 1;

const nothingToShard = ({ shows }) =>
  refuses(
    ["validateMigration"],
    (body) =>
      isWhole(body) && Array.isArray(body.sharding?.shardingEntries) && body.sharding.shardingEntries.length === 0,
    { migrationHosts: [] },
    shows,
  );

/** Cuts over all migrations of the project. */
const allCutOver = ({ caller, fixtures, shows }) => {
  const known = new Map([[fixtures.liveMigrationId, fixtures.groupId]]);
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, values } = request;
    if (!accepted(answer)) return answer;
    if (operation === "createMigration") known.set(contentOf(answer)._id, values.groupId);
    if (operation !== "cutOverMigration") return answer;
    for (const [liveMigrationId, groupId] of known) {
      if (groupId !== values.groupId || liveMigrationId === values.liveMigrationId) continue;
      const place = { groupId, liveMigrationId };
      if (!(await ask(caller, "getMigration", place)).json?.readyForCutover) continue;
      if ((await ask(caller, "cutOverMigration", place)).status < 300) shows();
    }
    return answer;
  };
};

const noneIsNull = ({ shows }) =>
  tells(
    ["listMigratableProjects"],
    (content) => (Array.isArray(content) && content.length === 0 ? null : undefined),
    shows,
  );

const unusedIsNull = ({ shows }) =>
  tells(
    ["getCloudAccessRole"],
    (content) => (content.featureUsages?.length === 0 ? { ...content, featureUsages: null } : undefined),
    shows,
  );

/** The answer contains the record from before the cutover. */
const stateBefore =
  ({ caller, shows }) =>
  async (request, pass) => {
    if (request.operation !== "endOutageSimulation") return pass(request);
    const before = await readAt(caller, request);
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    const content = contentOf(answer);
    if (before?.state === undefined || content?.state === undefined || before.state === content.state) return answer;
    shows();
    return withContent(answer, { ...content, state: before.state });
  };

export const moves = [
  {
    id: "nothing-to-shard-refused",
    words: "Migration: `sharding`: leave empty to shard nothing",
    wrong: "A validation with empty `shardingEntries` is refused.",
    lie: nothingToShard,
  },
  {
    id: "all-migrations-cut-over",
    words: "58: cut over migration: G, `liveMigrationId`; completes the live migration",
    wrong: "All other migrations of the project that are ready are cut over, too.",
    lie: allCutOver,
  },
  {
    id: "no-migratable-projects-is-null",
    words: "59: list migratable projects of an organization: response array of migratable projects",
    wrong: "Where there are none, the response is null.",
    lie: noneIsNull,
  },
  {
    id: "unused-role-has-null-usages",
    words: "Cloud provider access roles: `featureUsages` (array of `{featureType}`)",
    wrong: "A single role that nothing uses has a `featureUsages` of null.",
    lie: unusedIsNull,
  },
  {
    id: "outage-ends-in-earlier-state",
    words: "States, cluster outage simulation: end operation: state after end is returned in the record",
    wrong: "The answer to the end has the state from before.",
    lie: stateBefore,
  },
];
