// Migrations, access roles, outage simulation.
import { contentOf } from "../answers.mjs";
import { afterwards, ask, both, tells } from "../asking.mjs";
import { same } from "./helpers.mjs";

const hostsOfFirst = ({ shows }) => {
  const first = new Map();
  const later = new Map();
  const learn = afterwards(["createMigration"], (request, answer) => {
    const { groupId } = request.values;
    const { _id, migrationHosts } = contentOf(answer);
    if (first.has(groupId)) later.set(_id, first.get(groupId));
    else first.set(groupId, migrationHosts);
  });
  const show = tells(
    ["getMigration"],
    (content) => {
      const migrationHosts = later.get(content._id);
      return migrationHosts === undefined || same(migrationHosts, content.migrationHosts)
        ? undefined
        : { ...content, migrationHosts };
    },
    shows,
  );
  return both(learn, show);
};

const rolesOfAll = ({ caller, neighbour, fixtures, shows }) =>
  tells(
    ["listCloudAccessRoles"],
    async (content, { values }) => {
      const isOther = values.groupId === fixtures.otherGroupId;
      const [reader, groupId] = isOther ? [caller, fixtures.groupId] : [neighbour, fixtures.otherGroupId];
      const { json } = await ask(reader, "listCloudAccessRoles", { groupId });
      const theirs = Object.entries(Object(json)).filter(([, list]) => Array.isArray(list) && list.length > 0);
      if (theirs.length === 0) return undefined;
      const joined = theirs.map(([name, list]) => [name, [...(content[name] ?? []), ...list]]);
      return { ...content, ...Object.fromEntries(joined) };
    },
    shows,
  );

const startsNow = ({ shows }) =>
  tells(["getOutageSimulation"], (content) => ({ ...content, startRequestDate: new Date().toISOString() }), shows);

export const moves = [
  {
    id: "hosts-of-first-migration",
    words: "57; migration record: `migrationHosts`; one migration host per push migration",
    wrong: "A later migration of a project is read with the host of the first one.",
    lie: hostsOfFirst,
  },
  {
    id: "roles-of-all-projects",
    words: "62: list roles: G",
    wrong: "The roles of another project are listed too.",
    lie: rolesOfAll,
  },
  {
    id: "outage-starts-now",
    words: "Cluster outage simulation: `startRequestDate` (date-time); 65, 66",
    wrong: "A simulation is read with the time of reading as its start.",
    lie: startsNow,
  },
];
