import type { Outcome } from "../http/render.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredIndex } from "../records/search-index.ts";
import { invalid, notFound, Refusal } from "../refusal.ts";
import { fieldsOf, listMember, only, textMember } from "../rules/members.ts";
import {
  type AnalyzerWrite,
  BUILT,
  DELETED,
  type IndexAddress,
  type IndexFields,
  inCollection,
} from "../rules/search.ts";
import { TEXT_MEMBERS, wellFormed } from "../rules/search-members.ts";
import { objectionTo } from "./custom-analyzers.ts";
import { EMPTY, type Handler, happens, type ProjectCall, shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";
import { definitionForm, flatForm } from "./search-form.ts";

/** The most indexes, so that a caller that creates endlessly cannot fill the memory. */
const MOST_INDEXES = 5_000;

type Find = (call: ProjectCall, cluster: Cluster) => StoredIndex | undefined;
type WithIndex = (call: ProjectCall, index: StoredIndex, cluster: Cluster) => Outcome;

const byName: Find = (call, cluster) => indexesOf(call, cluster).find(isNamed(call));
const shownByName: Find = (call, cluster) => byName(call, cluster) ?? goneIn(call, cluster).find(isNamed(call));
function isNamed({ values }: ProjectCall): (index: StoredIndex) => boolean {
  const [database = "", collectionName = "", name] = ["databaseName", "collectionName", "indexName"].map((parameter) =>
    values.text(parameter),
  );
  return (index) => inCollection(index, { database, collectionName }) && index.name === name;
}
const byId: Find = (call, cluster) => {
  const id = call.values.text("indexId");
  return indexesOf(call, cluster).find((index) => index.id === id);
};
const changedById: Find = (call, { groupId, id: clusterId }) => {
  const id = call.values.text("indexId");
  const { search } = call.service.behaviour;
  return indexesIn(call, groupId, search.changesOf(clusterId)).find((index) => index.id === id);
};

/** Operations 17 to 24. */
export const searchIndexHandlers = {
  createSearchIndex: inCluster((call, cluster) => create(call, cluster, call.version === "1.0")),
  createSearchIndexLegacy: inCluster((call, cluster) => create(call, cluster, true)),
  listSearchIndexes: inCluster((call, cluster) => {
    const { behaviour } = call.service;
    const database = call.values.text("databaseName") ?? "";
    const collectionName = call.values.text("collectionName") ?? "";
    const indexes = listedIn(call, cluster).filter((index) =>
      behaviour.search.lists(index, { database, collectionName }),
    );
    return shows(indexes.map((index) => form(call, index, cluster, call.version === "1.0")));
  }),
  getSearchIndexByName: withIndex(shownByName, showByName),
  updateSearchIndexByName: withIndex(byName, updateBy("names")),
  deleteSearchIndexByName: withIndex(byName, removeBy("names")),
  getSearchIndexById: withIndex(byId, showById),
  updateSearchIndexById: withIndex(changedById, updateBy("id")),
  deleteSearchIndexById: withIndex(changedById, removeBy("id")),
};

function create(call: ProjectCall, cluster: Cluster, flat: boolean): Outcome {
  const { behaviour, state } = call.service;
  if (!behaviour.search.servesSearch(cluster))
    return new Refusal(400, "UNSUPPORTED_ENGINE_VERSION", "Search needs a cluster engine of 4.2 or later.");
  const body = fieldsOf(call.body);
  const definition = readDefinition(call, body, { write: "create", flat });
  if (definition instanceof Refusal) return definition;
  sweep(call);
  const names = namesIn(body);
  const namesake = indexesOf(call, cluster).find(
    (index) => behaviour.search.sameNames(index, names) && behaviour.search.noticesNamesake(index, call.now),
  );
  if (namesake !== undefined) state.searchIndexes.put(behaviour.search.afterNamesake(namesake, definition, call.now));
  if (namesake !== undefined || !behaviour.search.takesName(names))
    return new Refusal(409, "DUPLICATE_SEARCH_INDEX", "The collection has an index of this name already.");
  if (state.searchIndexes.count(cluster.groupId) >= MOST_INDEXES)
    return new Refusal(400, "TOO_MANY_SEARCH_INDEXES", "The project has too many search indexes.");
  const identity = { id: state.newId(), groupId: cluster.groupId, created: call.now, clusterId: cluster.id };
  const type = textMember(body, "type");
  const fields: IndexFields = { ...names, ...(type !== undefined && { type }), definition };
  const index = state.searchIndexes.put(behaviour.search.newIndex(fields, identity));
  happens(call, "FTS_INDEX_BUILD_COMPLETE", { ...index, cluster }, BUILT);
  return shows(form(call, index, cluster, flat));
}

function show(call: ProjectCall, index: StoredIndex, cluster: Cluster): Outcome {
  return shows(form(call, index, cluster, call.version === "1.0"));
}

function showById(call: ProjectCall, index: StoredIndex, cluster: Cluster): Outcome {
  const shown = form(call, index, cluster, call.version === "1.0");
  return shows(call.service.behaviour.search.showIndexById(fieldsOf(shown)));
}

function showByName(call: ProjectCall, index: StoredIndex, cluster: Cluster): Outcome {
  const shown = form(call, index, cluster, call.version === "1.0");
  return shows(call.service.behaviour.search.showIndexByName(fieldsOf(shown)));
}

function update(call: ProjectCall, index: StoredIndex, cluster: Cluster): Outcome {
  if (index.deleted !== undefined) return new Refusal(409, "SEARCH_INDEX_BEING_DELETED", "The index is being deleted.");
  const shape = { write: "update", flat: call.version === "1.0" } as const;
  const definition = readDefinition(call, fieldsOf(call.body), shape);
  if (definition instanceof Refusal) return definition;
  const { alerting, behaviour, state } = call.service;
  alerting.forget(index.groupId, index.id);
  happens(call, "FTS_INDEX_BUILD_COMPLETE", { ...index, cluster }, BUILT);
  return show(call, state.searchIndexes.put(behaviour.search.updatedIndex(index, definition, call.now)), cluster);
}

function updateBy(address: IndexAddress): WithIndex {
  return (call, index, cluster) => {
    const { search } = call.service.behaviour;
    return update(call, search.updated(index, indexesOf(call, cluster), address), cluster);
  };
}

/** Marks an index as deleted. It disappears some time later, and the delete may be repeated until then. */
function remove(call: ProjectCall, index: StoredIndex, cluster: Cluster): Outcome {
  const { alerting, behaviour, state } = call.service;
  if (index.deleted === undefined) {
    alerting.forget(index.groupId, index.id);
    happens(call, "FTS_INDEX_CLEANED_UP", { ...index, cluster }, DELETED);
  }
  state.searchIndexes.put(behaviour.search.deletedIndex(index, call.now));
  const shown = behaviour.search.showDeleted();
  return shown === undefined ? EMPTY : shows(shown);
}

function removeBy(address: IndexAddress): WithIndex {
  return (call, index, cluster) => {
    const all = indexesIn(call, cluster.groupId, undefined);
    for (const other of call.service.behaviour.search.goWith(index, all, address)) remove(call, other, cluster);
    return remove(call, index, cluster);
  };
}

function withIndex(find: Find, handle: WithIndex): Handler {
  return inCluster((call, cluster) => {
    const index = find(call, cluster);
    return index === undefined
      ? notFound("SEARCH_INDEX_NOT_FOUND", "The cluster has no such index.")
      : handle(call, index, cluster);
  });
}

/** The indexes of a cluster that have not disappeared. */
const indexesOf = (call: ProjectCall, { groupId, id }: Cluster): readonly StoredIndex[] => indexesIn(call, groupId, id);

/** The indexes of a cluster that a read by name shows although they have disappeared. */
const goneIn = ({ service: { behaviour, state } }: ProjectCall, { groupId, id }: Cluster): readonly StoredIndex[] =>
  state.searchIndexes.list(groupId).filter((index) => index.clusterId === id && behaviour.search.staysNamed(index));

/** The indexes of a cluster that its lists show. */
function listedIn(call: ProjectCall, cluster: Cluster): readonly StoredIndex[] {
  if (call.version !== "1.0") return indexesOf(call, cluster);
  const { behaviour, state } = call.service;
  const isHeld = (index: StoredIndex): boolean =>
    behaviour.search.stateOf(index, call.now) !== "GONE" || behaviour.search.staysListed(index);
  return state.searchIndexes.list(cluster.groupId).filter((index) => index.clusterId === cluster.id && isHeld(index));
}

/** The indexes of a project that have not disappeared, of one cluster or of all. */
function indexesIn(
  { service: { behaviour, state }, now }: ProjectCall,
  groupId: string,
  clusterId: string | undefined,
): readonly StoredIndex[] {
  return state.searchIndexes
    .list(groupId)
    .filter((index) => clusterId === undefined || index.clusterId === clusterId)
    .filter((index) => behaviour.search.stateOf(index, now) !== "GONE");
}

/** Removes the indexes that no answer shows any more. */
function sweep({ service: { behaviour, state }, project, now }: ProjectCall): void {
  const staysShown = (index: StoredIndex): boolean =>
    behaviour.search.staysListed(index) || behaviour.search.staysNamed(index);
  for (const index of [...state.searchIndexes.list(project.id)])
    if (behaviour.search.stateOf(index, now) === "GONE" && !staysShown(index)) state.searchIndexes.remove(index);
}

function form({ service, now }: ProjectCall, index: StoredIndex, cluster: Cluster, flat: boolean): unknown {
  const { search } = service.behaviour;
  return flat
    ? search.showFlatIndex(flatForm(service, index, now))
    : search.showIndex(definitionForm(service, index, cluster, now));
}

function namesIn(body: Fields) {
  return {
    database: textMember(body, "database") ?? "",
    collectionName: textMember(body, "collectionName") ?? "",
    name: textMember(body, "name") ?? "",
  };
}

/** The definition in the body; a refusal if its analyzers contradict each other or one of them is unknown. */
function readDefinition(
  { service }: ProjectCall,
  body: Fields,
  { write, flat }: { readonly write: AnalyzerWrite; readonly flat: boolean },
): Fields | Refusal {
  const { behaviour, validator } = service;
  const isFlat = flat || !Object.hasOwn(body, "definition");
  const definition = wellFormed(validator, isFlat ? only(body, TEXT_MEMBERS) : fieldsOf(body["definition"]));
  const pointer = isFlat ? "" : "/definition";
  const analyzers = { write, pointer: `${pointer}/analyzers` };
  const objection = objectionTo(behaviour.search, listMember(definition, "analyzers"), analyzers);
  if (objection !== undefined) return objection;
  for (const member of ["analyzer", "searchAnalyzer"]) {
    const name = textMember(definition, member);
    if (name !== undefined && !behaviour.search.knowsAnalyzer(name, member, write))
      return invalid(`The body is not valid at "${pointer}/${member}": expected a built-in or a custom analyzer.`);
  }
  return definition;
}
