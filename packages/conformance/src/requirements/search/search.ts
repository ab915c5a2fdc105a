import { asks } from "../../expect/asks.ts";
import { acceptsPlainly, callOf, shows } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, observed, upheld } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import { sameJson } from "../../oracles/same.ts";
import { ofShape, violatedInRecords } from "../../oracles/violated.ts";
import { type Case, type Context, notice, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { is } from "../shared/subjects.ts";
import { searchAnalyzers } from "./analyzers.ts";
import { searchDefinitions } from "./definitions.ts";
import { searchNames } from "./names.ts";
import { searchStates } from "./states.ts";

const RESOURCE = "Resources and their fields > Search index";
const OPERATIONS = "Endpoints > Search";
const EXAMPLES = "its answers are examples that know nothing of each other";

const anyIndex = is(
  "createSearchIndex",
  "createSearchIndexLegacy",
  "listSearchIndexes",
  "getSearchIndexByName",
  "updateSearchIndexByName",
  "getSearchIndexById",
  "updateSearchIndexById",
);
const inDefinitionForm = (subject: Subject): boolean =>
  subject.version === "2" &&
  is(
    "createSearchIndex",
    "listSearchIndexes",
    "getSearchIndexByName",
    "updateSearchIndexByName",
    "getSearchIndexById",
  )(subject);

const inVersion2 =
  (on: (subject: Subject) => boolean) =>
  (subject: Subject): boolean =>
    subject.version === "2" && on(subject);

/** The ids of listed indexes. */
const idsIn = (list: unknown, { contract }: Context): readonly unknown[] =>
  (Array.isArray(list) ? list : [])
    .map((record) => member(record, contract.field("indexID")))
    .filter((id) => typeof id === "string");

const ownIndexes = (context: Context): Case =>
  shows(context, "the indexes of a collection", {}, (exchange) => {
    const list = jsonOf(exchange);
    if (!Array.isArray(list)) return inconclusive("the answer is no list");
    const { databaseName, collectionName } = context.world.fixtures;
    const wanted = { database: databaseName, collectionName };
    for (const record of list)
      for (const [name, value] of Object.entries(wanted)) {
        const got = member(record, context.contract.field(name));
        if (got !== undefined && got !== null && got !== value)
          return broken(`${name} ${quoted(value)} in every record, as in the path`, quoted(got));
      }
    return list.length > 0 ? upheld : observed("the collection has no index");
  });

const noIndexes = (context: Context): Case =>
  asks("a collection that has no index", 2, async (ask) => {
    const collectionName = "plumbline-none";
    // A cache that ignores the collection answers this list with the one before it.
    await ask(callOf(context, { send: "again" }));
    const list = jsonOf(await ask(callOf(context, { path: { collectionName } })));
    // The target may refuse this collection, or return an empty list.
    if (!Array.isArray(list)) return upheld;
    const field = context.contract.field("collectionName");
    const names = list.map((record) => member(record, field));
    const other = names.find((name) => typeof name === "string" && name !== collectionName);
    return expects(other === undefined, "no index of another collection", () => quoted(other));
  });

const otherDatabase = (context: Context): Case =>
  asks("a collection of the same name in another database", 2, async (ask) => {
    const own = idsIn(jsonOf(await ask(callOf(context, { send: "again" }))), context);
    if (own.length === 0) return observed("the collection shows no index with an indexID");
    // The target may refuse this database, or return an empty list.
    const others = idsIn(jsonOf(await ask(callOf(context, { path: { databaseName: "plumbline-none" } }))), context);
    const [both] = others.filter((id) => own.includes(id));
    return expects(both === undefined, "no index of another database", () => `indexID ${quoted(both)}`);
  });

/** All rules on search; those listed here need no index that the run creates. */
export const search: readonly Requirement[] = [
  ...searchStates,
  ...searchDefinitions,
  ...searchAnalyzers,
  ...searchNames,
  watch({
    id: "SRCH-RESP-DEFINITION",
    level: "MUST",
    basis: "stated",
    text: "Members of an index in the definition form have the listed types.",
    section: RESOURCE,
    on: inDefinitionForm,
    examine: violatedInRecords((violation) => ofShape(violation) && violation.pointer !== ""),
  }),
  probe({
    id: "SRCH-LIST-SCOPE",
    level: "MUST",
    basis: "derived:D7",
    text: "The index list of a collection holds indexes of that database and collection only.",
    section: OPERATIONS,
    mock: EXAMPLES,
    stage: "read",
    on: is("listSearchIndexes"),
    cases: (context) => [ownIndexes(context), noIndexes(context), otherDatabase(context)],
  }),
  probe({
    id: "SRCH-BY-ID-BY-NAME",
    level: "SHOULD",
    basis: "derived:D5",
    text: "By its names and by its id the same index is returned.",
    section: OPERATIONS,
    mock: EXAMPLES,
    stage: "read",
    on: inVersion2(is("getSearchIndexByName")),
    cases: (context) => [
      asks("an index by its names, then by its id", 2, async (ask) => {
        const named = await ask(callOf(context));
        if (!wasAccepted(named)) return inconclusive(`the index by its names is not to be had (${received(named)})`);
        const indexId = member(jsonOf(named), context.contract.field("indexID"));
        if (typeof indexId !== "string") return inconclusive("the index has no indexID");
        const operation = context.contract.operation("getSearchIndexById", context.version);
        const byId = await ask(callOf({ ...context, operation }, { path: { indexId } }));
        if (!wasAccepted(byId)) return inconclusive(`the index by its id is not to be had (${received(byId)})`);
        return sameJson(named, byId, "the same index");
      }),
    ],
  }),
  probe({
    id: "VER-2-INDEX-OPS",
    level: "MUST",
    basis: "stated",
    text: "Version 2 serves the operations that read an index by its names and by its id; those that write it are called by their own rules.",
    section: "Versioning",
    stage: "read",
    on: inVersion2(is("getSearchIndexByName", "getSearchIndexById")),
    cases: (context) => [acceptsPlainly(context, "an index that there is")],
  }),
  notice({
    id: "SRCH-VECTOR",
    level: "UNSPECIFIED",
    text: "An update also takes a vector search definition, whose members are not given.",
    section: RESOURCE,
    on: anyIndex,
    notice: ({ answer }) => {
      const type = member(answer.json, "type");
      return succeeded(answer) && typeof type === "string" && type !== "search"
        ? `an index of type ${quotedText(type, 40)}`
        : undefined;
    },
  }),
  notice({
    id: "SRCH-UPDATE-BY-ID-RESP",
    level: "UNSPECIFIED",
    text: "What an update by id returns is not written down; by names it is the index.",
    section: OPERATIONS,
    on: is("updateSearchIndexById"),
    notice: ({ answer, contract }) => {
      if (!succeeded(answer)) return undefined;
      const isIndex = member(answer.json, contract.field("indexID")) !== undefined;
      return `an update by id returns ${isIndex ? "the index" : answer.body === "" ? "no body" : "something else"}`;
    },
  }),
  notice({
    id: "SRCH-STATUS-VALUES",
    level: "UNSPECIFIED",
    text: "States of an index other than IN_PROGRESS and DELETING, of its synonym mappings other than FAILED, and the moves between them are not given.",
    section: "States and transitions",
    on: anyIndex,
    notice: ({ answer }) => {
      const status = member(answer.json, "status");
      return succeeded(answer) && typeof status === "string" ? `status ${quotedText(status, 40)}` : undefined;
    },
  }),
  notice({
    id: "SRCH-ANALYZER-PREFIX",
    level: "UNSPECIFIED",
    text: "Some prefixes are reserved and may not begin the name of a custom analyzer; which ones is not given.",
    section: "Resources and their fields > Search custom analyzer (version 1.0 operations)",
    on: is("listCustomAnalyzers"),
    notice: ({ answer, contract }) => {
      const names = (Array.isArray(answer.json) ? answer.json : []).map((analyzer) => String(member(analyzer, "name")));
      const prefix = `${contract.profile.analyzerPrefix}.`;
      return names.some((name) => name.startsWith(prefix)) ? `a custom analyzer is called ${prefix}...` : undefined;
    },
  }),
];
