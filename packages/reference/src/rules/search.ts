import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { IndexNames, StoredIndex } from "../records/search-index.ts";
import { textMember } from "./members.ts";
import { BUILT_IN_ANALYZERS, STANDARD_ANALYZER } from "./search-members.ts";
/** The database and the collection of a list of indexes. */
export type Collection = Pick<IndexNames, "database" | "collectionName">;
/** The members that the server chooses for a new index; the request contains the others. */
export type IndexIdentity = Pick<StoredIndex, "id" | "groupId" | "created" | "clusterId">;
/** The write with custom analyzers: a new index, an update of an index, or the analyzers of a cluster. */
export type AnalyzerWrite = "create" | "update" | "replace";
/** The states of an index in their order: `READY` lasts until a delete, and no operation finds a `GONE` index. */
export type IndexState = "PENDING" | "BUILDING" | "READY" | "DELETING" | "GONE";

/** The members in a create request, with a type only if the caller sent one. */
export interface IndexFields extends IndexNames {
  readonly type?: string;
  readonly definition: Fields;
}

const SECOND = 1_000;
const PENDING = 2 * SECOND;
/** Milliseconds that the build of an index takes, at the default speed. */
export const BUILT = 10 * SECOND;
/** Milliseconds from the delete of an index until it has disappeared, at the default speed. */
export const DELETED = 8 * SECOND;
const OLDEST_ENGINE = [4, 2] as const;
const RESERVED = "engine.";

/** How a request addresses an index: by its id, or by the names of its database, its collection and itself. */
export type IndexAddress = "id" | "names";

/** The decisions about search that a server can get wrong. */
export interface SearchBehaviour {
  /** Whether the engine of a cluster is new enough (description, Limits). */
  servesSearch(cluster: Cluster): boolean;
  /** Whether an analyzer with this name exists, for `analyzer` or `searchAnalyzer`. */
  knowsAnalyzer(name: string, member: string, write: AnalyzerWrite): boolean;
  /** A name that more than one analyzer has. */
  repeatedName(analyzers: readonly Fields[], write: AnalyzerWrite): string | undefined;
  sameNames(one: IndexNames, other: IndexNames): boolean;
  /** Whether an index may have a name that no other one has; by default each may. */
  takesName(names: IndexNames): boolean;
  /** Whether a create takes notice of an index that exists. */
  noticesNamesake(index: StoredIndex, now: number): boolean;
  /** Whether the list of a collection shows an index. */
  lists(index: IndexNames, collection: Collection): boolean;
  /** The cluster in which a write looks for the id of an index; with `undefined`, it looks in the whole project. */
  changesOf(clusterId: string): string | undefined;
  /** The index that an update changes: the addressed one, out of all of the cluster. */
  updated(addressed: StoredIndex, all: readonly StoredIndex[], address: IndexAddress): StoredIndex;
  /** The other indexes of the project that a delete also removes; by default none. */
  goWith(index: StoredIndex, all: readonly StoredIndex[], address: IndexAddress): readonly StoredIndex[];
  newIndex(fields: IndexFields, identity: IndexIdentity): StoredIndex;
  updatedIndex(index: StoredIndex, definition: Fields, now: number): StoredIndex;
  deletedIndex(index: StoredIndex, now: number): StoredIndex;
  /** The stored index after the server refused another one with its name. */
  afterNamesake(index: StoredIndex, definition: Fields, now: number): StoredIndex;
  stateOf(index: StoredIndex, now: number): IndexState;
  /** Whether lists of version 1.0 still show an index that has disappeared. */
  staysListed(index: StoredIndex): boolean;
  /** Whether a read by its names still shows an index that has disappeared. */
  staysNamed(index: StoredIndex): boolean;
  analyzersAfter(before: readonly Fields[], sent: readonly Fields[]): readonly Fields[];
  showAnalyzers(analyzers: readonly Fields[]): unknown;
  showIndex(index: Fields): unknown;
  showIndexById(index: Fields): unknown;
  showIndexByName(index: Fields): unknown;
  showFlatIndex(index: Fields): unknown;
  /** The body of the answer to a delete; by default there is none. */
  showDeleted(): Fields | undefined;
}

/** Decides about search as the description says; after an update, an index passes through its states again. */
export const honestSearch: SearchBehaviour = {
  servesSearch: ({ engineVersion }) => {
    const [major = 0, minor = 0] = engineVersion.split(".").map(Number);
    return major > OLDEST_ENGINE[0] || (major === OLDEST_ENGINE[0] && minor >= OLDEST_ENGINE[1]);
  },
  knowsAnalyzer: (name) => !name.startsWith(RESERVED) || BUILT_IN_ANALYZERS.includes(name),
  repeatedName: (analyzers) => {
    const names = analyzers.map((analyzer) => textMember(analyzer, "name"));
    return names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  },
  noticesNamesake: () => true,
  sameNames: (one, other) => inCollection(one, other) && one.name === other.name,
  lists: inCollection,
  changesOf: (clusterId) => clusterId,
  updated: (addressed) => addressed,
  takesName: () => true,
  goWith: () => [],
  newIndex: ({ type = "search", definition, ...names }, identity) => ({
    ...identity,
    ...names,
    type,
    latest: { definition: withDefaults(definition, type), created: identity.created, version: 1 },
  }),
  updatedIndex: ({ latest, previous: _previous, ...index }, definition, now) => ({
    ...index,
    latest: { definition: withDefaults(definition, index.type), created: now, version: latest.version + 1 },
    previous: latest,
  }),
  afterNamesake: (index) => index,
  deletedIndex: (index, now) => ({ ...index, deleted: index.deleted ?? now }),
  stateOf: ({ latest, deleted }, now) => {
    if (deleted !== undefined) return now - deleted < DELETED ? "DELETING" : "GONE";
    const age = now - latest.created;
    return age < PENDING ? "PENDING" : age < BUILT ? "BUILDING" : "READY";
  },
  staysListed: () => false,
  staysNamed: () => false,
  analyzersAfter: (_before, sent) => sent,
  showAnalyzers: (analyzers) => analyzers,
  showIndex: (index) => index,
  showIndexById: (index) => index,
  showIndexByName: (index) => index,
  showFlatIndex: (index) => index,
  showDeleted: () => undefined,
};

/** Custom analyzers must not have names with the prefix of the built-in analyzers. */
export const isReserved = (analyzer: string): boolean => analyzer.startsWith(RESERVED);

/** Compares the names of database and collection exactly, including case. */
export function inCollection(one: Collection, other: Collection): boolean {
  return one.database === other.database && one.collectionName === other.collectionName;
}

/** Only text is analyzed, so a definition with vector fields has no analyzers. */
function withDefaults(definition: Fields, type: string): Fields {
  if (type !== "search" || Array.isArray(definition["fields"])) return definition;
  return { analyzer: STANDARD_ANALYZER, searchAnalyzer: STANDARD_ANALYZER, ...definition };
}
