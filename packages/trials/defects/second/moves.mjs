// Migrations, access roles, outage simulation.
import { accepted, contentOf, withContent } from "../answers.mjs";
import { around, ask, both, readAt, sends, tells } from "../asking.mjs";
import { isFirst } from "./helpers.mjs";

const sameHostTwice = ({ shows }) =>
  sends(
    ["createMigration"],
    (body) => {
      const hosts = body.migrationHosts;
      if (!Array.isArray(hosts) || hosts.length < 2 || new Set(hosts).size > 1) return undefined;
      return { ...body, migrationHosts: hosts.slice(0, 1) };
    },
    shows,
  );

const cutoverUnseen = ({ caller, shows }) => {
  const before = new Map();
  const learn = around(
    ["cutOverMigration"],
    async (request) => (await ask(caller, "getMigration", request.values)).json,
    (request, _answer, record) => before.set(request.values.liveMigrationId, record),
  );
  const show = tells(
    ["getMigration"],
    (content, request) => {
      const then = isFirst(request) ? before.get(request.values.liveMigrationId) : undefined;
      return then === undefined || then.status === content.status ? undefined : then;
    },
    shows,
  );
  return both(learn, show);
};

const groupsSwapped = ({ shows }) =>
  tells(
    ["getMigrationValidation"],
    (content, request) => {
      const { groupId, sourceGroupId } = content;
      if (!isFirst(request) || sourceGroupId === undefined || groupId === sourceGroupId) return undefined;
      return { ...content, groupId: sourceGroupId, sourceGroupId: groupId };
    },
    shows,
  );

const newestTwo = ({ shows }) =>
  tells(
    ["listCloudAccessRoles"],
    (content) => {
      const key = Object.keys(content).find((name) => /IamRoles$/.test(name));
      const roles = content[key];
      if (!(roles?.length > 2)) return undefined;
      const oldest = [...roles].sort((one, other) => (one.createdDate < other.createdDate ? -1 : 1))[0];
      return { ...content, [key]: roles.filter((one) => one !== oldest) };
    },
    shows,
  );

const stateBefore =
  ({ caller, shows }) =>
  async (request, pass) => {
    if (request.operation !== "endOutageSimulation" || !isFirst(request)) return pass(request);
    const { state } = Object(await readAt(caller, request));
    const answer = await pass(request);
    const content = contentOf(answer);
    if (!accepted(answer) || state === undefined || content?.state === undefined || content.state === state)
      return answer;
    shows();
    return withContent(answer, { ...content, state });
  };

export const moves = [
  {
    id: "same-host-twice-accepted",
    words: "Migration: `migrationHosts` exactly 1 item",
    wrong: "One host named twice is accepted when a migration is created.",
    lie: sameHostTwice,
  },
  {
    id: "cutover-unseen-in-first-version",
    words: "58: completes the live migration and stops synchronisation",
    wrong: "Version 1.0 goes on showing the migration as before the cutover.",
    lie: cutoverUnseen,
  },
  {
    id: "validation-groups-swapped",
    words: "Validation record: `groupId`, `sourceGroupId`",
    wrong: "Version 1.0 tells the project and the source project of a validation in each other's place.",
    lie: groupsSwapped,
  },
  {
    id: "oldest-role-of-three-unlisted",
    words: "62: list roles",
    wrong: "With three or more roles of the first kind the oldest is not listed.",
    lie: newestTwo,
  },
  {
    id: "end-tells-state-before",
    words: "States: end operation: state after end is returned in the record",
    wrong: "In version 1.0 ending a simulation answers the state before.",
    lie: stateBefore,
  },
];
