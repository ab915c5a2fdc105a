// States that take time, fail, or never change.
import { accepted, contentOf } from "../../defects/answers.mjs";
import { readAt } from "../../defects/asking.mjs";
import { placesOfVersions } from "../../safety/interface.mjs";
import { retells, succeeds, withHeaders, withSame } from "../helpers.mjs";
import { INDEX_READS } from "./helpers.mjs";

const LINGERS = 600;
const GONE = ["deleteSearchIndexByName", "deleteSearchIndexById"];
const MADE = ["createSearchIndex", "createSearchIndexLegacy"];

/** A deleted record is still shown unchanged for a while; a new index of the same name replaces it at once. */
const lingers = ({ caller, shows }) => {
  const ghosts = new Map();
  const live = () => [...ghosts.values()].filter(({ until }) => Date.now() < until);
  const isHere = ({ values }, { place }) =>
    values.groupId === place.groupId && values.clusterName === place.clusterName;
  const named = ({ values, operation }, { id, names }) =>
    operation === "getSearchIndexById"
      ? values.indexId === id
      : values.databaseName === names.database &&
        values.collectionName === names.collectionName &&
        (values.indexName === undefined || values.indexName === names.name);
  const formIn = (request, { forms }) => forms.find(({ prefix }) => request.path.startsWith(prefix))?.record;
  const look = async (request) => {
    const { indexID: indexId, status } = (await readAt(caller, request)) ?? {};
    if (indexId === undefined || status === "DELETING") return undefined;
    const values = { ...request.values, indexId };
    const forms = [];
    for (const { path, accept } of placesOfVersions("getSearchIndexById", values)) {
      const { status: code, json } = await caller.send("GET", path, accept);
      if (code === 200) forms.push({ prefix: path.slice(0, path.indexOf("/groups/")), record: json });
    }
    const { database, collectionName, name } = forms[0].record;
    return { id: indexId, place: request.values, forms, names: { database, collectionName, name } };
  };
  const shown = (request, answer) => {
    const found = live().filter((ghost) => isHere(request, ghost) && named(request, ghost));
    const records = found.map((ghost) => formIn(request, ghost)).filter((record) => record !== undefined);
    if (records.length === 0) return answer;
    if (request.operation === "listSearchIndexes") {
      if (!accepted(answer)) return answer;
      const others = contentOf(answer).filter(({ indexID }) => records.every((one) => one.indexID !== indexID));
      shows();
      return withSame(answer, [...others, ...records]);
    }
    if (!accepted(answer) && answer.status !== 404) return answer;
    shows();
    if (accepted(answer)) return withSame(answer, records[0]);
    const untyped = withHeaders(answer, (name, value) => (/^content-type$/i.test(name) ? [] : [[name, value]]));
    return succeeds(request, untyped, 200, records[0]);
  };
  return async (request, pass) => {
    const { operation } = request;
    const before = GONE.includes(operation) ? await look(request) : undefined;
    const answer = await pass(request);
    if (before !== undefined && accepted(answer)) ghosts.set(before.id, { ...before, until: Date.now() + LINGERS });
    if (MADE.includes(operation) && accepted(answer)) {
      const { database, collectionName, name } = contentOf(answer);
      for (const [id, { names }] of ghosts)
        if (names.database === database && names.collectionName === collectionName && names.name === name)
          ghosts.delete(id);
    }
    return INDEX_READS.includes(operation) ? shown(request, answer) : answer;
  };
};

/** Shows the simulation as requested until it is ended. */
const outageWaits = ({ shows }) => {
  const ended = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, path } = request;
    if (!accepted(answer)) return answer;
    if (operation === "startOutageSimulation") ended.delete(path);
    if (operation === "endOutageSimulation") ended.add(path);
    if (operation !== "getOutageSimulation" || ended.has(path)) return answer;
    const content = contentOf(answer);
    if (content.state === "START_REQUESTED") return answer;
    shows();
    return withSame(answer, { ...content, state: "START_REQUESTED" });
  };
};

const changing = (server) => {
  let count = 0;
  return retells(["discoverMetricsTargets"], (content) => {
    count += 1;
    const [first] = content;
    if (count % 2 === 0 || first === undefined) return undefined;
    const labels = { ...first.labels, replica_set_name: `${first.labels.replica_set_name}-${count}` };
    const targets = first.targets.map((text, at) => text.replace(/^[^.:]+/, `node-${count}-${at}`));
    return [{ targets, labels }, ...content];
  })(server);
};

export const states = [
  {
    id: "deleted-index-stays-a-while",
    twist:
      "A deleted index is told as it was for more than half a second, also in lists; a new one of its name may be made at once.",
    legal: "21 and 24: deleting an index is eventually consistent.",
    lie: lingers,
  },
  {
    id: "outage-stays-requested",
    twist: "A simulation stays `START_REQUESTED` until it is ended.",
    legal: "Transitions: the start leads to `START_REQUESTED`; nothing says what comes after, or when.",
    lie: outageWaits,
  },
  {
    id: "targets-come-and-go",
    twist: "Every other answer of metrics discovery has the targets of one more replica set.",
    legal:
      "71: the scrape targets of a living project; the description says neither how many there are nor that they stay.",
    lie: changing,
  },
];
