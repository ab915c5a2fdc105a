// Migrations, cloud provider access roles and outage simulations.
import { eachRecord } from "../answers.mjs";
import { afterwards, both, sends, tells } from "../asking.mjs";
import { placeOf } from "./helpers.mjs";

const FLAGS = ["managed", "sharded", "tlsEnabled"];

const withNumbers = (deployment) =>
  Object.fromEntries(
    Object.entries(deployment).map(([name, value]) => [name, FLAGS.includes(name) ? Number(value) : value]),
  );

/** The columns are small integers. */
const flagsAsNumbers = ({ shows }) =>
  tells(
    ["listMigratableProjects"],
    (content) =>
      eachRecord(content, ({ deployments, ...project }) =>
        deployments?.length > 0 ? { ...project, deployments: deployments.map(withNumbers) } : undefined,
      ),
    shows,
  );

const dropNotNeeded = ({ shows }) =>
  sends(
    ["validateMigration"],
    (body) => (body.dropEnabled === undefined ? { ...body, dropEnabled: false } : undefined),
    shows,
  );

/** Starting a simulation again answers with the previous state. */
const answeredAsOlder = ({ shows }) => {
  const ended = new Set();
  const learn = afterwards(["endOutageSimulation"], ({ values }) => ended.add(placeOf(values)));
  const show = tells(
    ["startOutageSimulation"],
    (content, { values }) => (ended.delete(placeOf(values)) ? { ...content, state: "COMPLETE" } : undefined),
    shows,
  );
  return both(learn, show);
};

const idOfFirstKind = ({ shows }) =>
  tells(
    ["createCloudAccessRole"],
    ({ _id, ...role }) => (_id === undefined ? undefined : { roleId: _id, ...role }),
    shows,
  );

export const moves = [
  {
    id: "deployment-flags-are-numbers",
    words: "Migratable project: `managed` (boolean), `sharded` (boolean), `tlsEnabled` (boolean)",
    wrong: "The flags of a deployment are told as 0 and 1.",
    lie: flagsAsNumbers,
  },
  {
    id: "drop-flag-not-needed-for-validation",
    words: "Migration: request (create and validate): `dropEnabled` (boolean, required)",
    wrong: "A migration is validated without `dropEnabled`.",
    lie: dropNotNeeded,
  },
  {
    id: "second-outage-answered-as-complete",
    words: "States, cluster outage simulation: start operation, next state `START_REQUESTED`",
    wrong: "The start of a simulation after an earlier one is answered with the state `COMPLETE`.",
    lie: answeredAsOlder,
  },
  {
    id: "principal-answered-with-role-id",
    words: "Cloud provider access roles: second kind: `providerName`, `_id`",
    wrong: "A new service principal is answered with `roleId` in place of `_id`.",
    lie: idOfFirstKind,
  },
];
