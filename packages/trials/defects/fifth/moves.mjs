// Migrations, link tokens, cloud provider access roles and outage simulations.
import { accepted, asked, contentOf, withContent } from "../answers.mjs";
import { afterwards, ask, both, tells } from "../asking.mjs";
import { succeeded } from "../second/helpers.mjs";
import { same } from "../third/helpers.mjs";
import { letsIn } from "./helpers.mjs";

const latestValidation = ({ caller, shows }) => {
  const latest = new Map();
  const learn = afterwards(["validateMigration"], ({ values }, answer) =>
    latest.set(values.groupId, contentOf(answer)._id),
  );
  const show = tells(
    ["getMigrationValidation"],
    async (content, { values: { groupId, validationId } }) => {
      const id = latest.get(groupId);
      if (id === undefined || id === validationId) return undefined;
      const { status, json } = await ask(caller, "getMigrationValidation", { groupId, validationId: id });
      const other = { ...json, _id: validationId };
      return status !== 200 || same(other, content) ? undefined : other;
    },
    shows,
  );
  return both(learn, show);
};

const listNamed = (content, pattern) => Object.keys(content).find((name) => pattern.test(name));

/** Later roles are read from a table of both kinds. */
const listedWithFirstKind = ({ shows }) => {
  const made = new Set();
  const learn = afterwards(["createCloudAccessRole"], (_request, answer) => made.add(contentOf(answer)._id));
  const show = tells(
    ["listCloudAccessRoles"],
    (content) => {
      const first = listNamed(content, /IamRoles$/);
      const second = listNamed(content, /ServicePrincipals$/);
      const moved = content[second]?.filter(({ _id }) => made.has(_id)) ?? [];
      if (first === undefined || moved.length === 0) return undefined;
      const kept = content[second].filter((one) => !moved.includes(one));
      return { ...content, [first]: [...content[first], ...moved], [second]: kept };
    },
    shows,
  );
  return both(learn, show);
};

const OUTAGE = ["startOutageSimulation", "getOutageSimulation", "endOutageSimulation"];
const clusterAt = ({ groupId, clusterName }) => `${groupId}/${clusterName}`;

const filtersOfFirst = ({ shows }) => {
  const first = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!OUTAGE.includes(request.operation) || !accepted(answer)) return answer;
    const content = contentOf(answer);
    const place = clusterAt(request.values);
    if (request.operation === OUTAGE[0] && !first.has(place)) first.set(place, asked(request).outageFilters);
    const outageFilters = first.get(place);
    if (outageFilters === undefined || same(outageFilters, content.outageFilters)) return answer;
    shows();
    return withContent(answer, { ...content, outageFilters });
  };
};

/** Looks up a simulation by project. */
const simulationOfProject = ({ caller, shows }) => {
  const started = new Map();
  const learn = afterwards(["startOutageSimulation"], ({ values }) => started.set(clusterAt(values), values));
  const show = async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getOutageSimulation" || answer.status !== 404) return answer;
    if (contentOf(answer)?.errorCode !== "CLUSTER_OUTAGE_NOT_FOUND") return answer;
    for (const values of [...started.values()].filter(({ groupId }) => groupId === request.values.groupId)) {
      const { status, json } = await ask(caller, "getOutageSimulation", values);
      if (status !== 200) continue;
      shows();
      return succeeded(request, answer, json);
    }
    return answer;
  };
  return both(learn, show);
};

export const moves = [
  {
    id: "status-of-latest-validation",
    words: "56: get validation status: G, `validationId`",
    wrong: "A validation is read with what the latest one of the project found.",
    lie: latestValidation,
  },
  {
    id: "link-token-for-member",
    words: "61: create link token: Organization Owner",
    wrong: "An Organization Member may make a link token.",
    lie: letsIn("createLinkToken", "Organization Member"),
  },
  {
    id: "new-principal-among-roles",
    words: "Cloud provider access roles: list response `{<provider_a>IamRoles, <provider_b>ServicePrincipals}`",
    wrong: "Service principals that were made lately are listed among the roles of the other provider.",
    lie: listedWithFirstKind,
  },
  {
    id: "filters-of-first-outage",
    words: "65: start: body `{outageFilters}`; response the simulation",
    wrong: "A later simulation of a cluster has the filters of the first one.",
    lie: filtersOfFirst,
  },
  {
    id: "outage-at-every-cluster",
    words: "66: get: G, `clusterName`; response the simulation",
    wrong: "A cluster without a simulation is told with that of another cluster of the project.",
    lie: simulationOfProject,
  },
];
