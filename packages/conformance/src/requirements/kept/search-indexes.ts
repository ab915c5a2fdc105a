import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { expects, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { recordIn } from "../../oracles/envelope.ts";
import type { Requirement } from "../../rule/requirement.ts";
import { addressOf, createIndex, indexBody, isFlat, namespaceOf, OTHER_TYPE } from "../search/search-steps.ts";
import { searchRule } from "../search/states.ts";
import { keeps, keepsInTurn, type RoundTrip } from "../shared/round-trip.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

/** A text definition in which every member differs from its default. */
const text = (turn: number): readonly Fields[] => [
  {
    analyzer: turn === 0 ? "engine.simple" : "engine.whitespace",
    searchAnalyzer: turn === 0 ? "engine.whitespace" : "engine.simple",
    mappings: { dynamic: false, fields: { [`title${turn}`]: { type: "string" } } },
  },
  // Two analyzers with the same tokenizer type that differ in everything else.
  {
    analyzers: [
      analyzer(`own${turn}`, turn),
      { ...analyzer(`own.${turn + 2}`, turn + 2), tokenFilters: [{ type: "lowercase" }] },
    ],
  },
  { storedSource: turn === 0 ? { include: ["title0", "größe"] } : { exclude: ["title1"] } },
];

/** A custom analyzer that uses only described parts. */
const analyzer = (name: string, turn: number): Fields => ({
  name,
  tokenizer: { type: "edgeGram", minGram: 2, maxGram: 4 + turn },
  charFilters: [{ type: "htmlStrip", ignoredTags: ["b", `h${1 + turn}`] }, { type: "persian" }],
  tokenFilters: [{ type: "asciiFolding", originalTokens: "omit" }, { type: "lowercase" }],
});
/** Further forms of a text index: fields in addition to dynamic ones, storedSource for everything, and two synonyms. */
const richText = (story: Story): readonly Fields[] => [
  { mappings: { dynamic: true, fields: { größe: { type: "string" }, "title.2": { type: "string" } } } },
  { storedSource: true },
  { synonyms: ["engine.simple", "engine.standard"].map((analyzer, index) => synonym(story, analyzer, index)) },
];
const synonym = (story: Story, analyzer: string, index: number): Fields => {
  return { analyzer, name: `words ${index}`, source: { collection: namespaceOf(story).collectionName } };
};
const synonyms = (story: Story): Fields => ({
  synonyms: [synonym(story, "engine.simple", 0)],
});

/** A record shows the text members of a body either directly or in its latest definition. */
export const textShown =
  (story: Pick<Story, "contract" | "subject">) =>
  (sent: Fields, record: unknown): unknown => {
    const { definition, ...others } = sent;
    const latest = story.contract.field("latestDefinition");
    if (member(record, latest) === undefined)
      return isFlat(story.subject) ? sent : { ...others, ...fieldsOf(definition) };
    const names = ["collectionName", "database", "name", "type"].map((name) => story.contract.field(name));
    const own = Object.entries(others).filter(([name]) => names.includes(name));
    const inner = Object.entries(others).filter(([name]) => !names.includes(name));
    return { ...Object.fromEntries(own), [latest]: { ...Object.fromEntries(inner), ...fieldsOf(definition) } };
  };

const creates = is("createSearchIndex", "createSearchIndexLegacy");
const updates = is("updateSearchIndexById", "updateSearchIndexByName");

/**
 * Updates an index of another type, if the target accepts one with a text definition. An update does not state the
 * type, so the index must keep it.
 */
async function keepsType(story: Story, operation: "updateSearchIndexById" | "updateSearchIndexByName") {
  const body = indexBody(story, {}, OTHER_TYPE);
  const created = await story.ask("createSearchIndex", { body });
  const id = member(story.addresses.recordIn("createSearchIndex", jsonOf(created)), story.contract.field("indexID"));
  if (!wasAccepted(created) || typeof id !== "string") return upheld;
  const address = addressOf(story, { id: story.ownId(id, "the created index"), name: String(body["name"]) });
  const typeNow = async () =>
    member(recordIn((await story.prepares("getSearchIndexById", address, "reading the index")).json), "type");
  if ((await typeNow()) !== OTHER_TYPE.type) return upheld;
  const definition = { mappings: { dynamic: false } };
  if (!wasAccepted(await story.ask(operation, { ...address, body: { definition } }))) return upheld;
  const after = await typeNow();
  return expects(after === OTHER_TYPE.type, `type ${OTHER_TYPE.type}, as before the update`, () => quoted(after));
}

/** The rules that a search index keeps all members of its create and of its updates. */
export const keptIndexes: readonly Requirement[] = [
  searchRule({
    id: "SRCH-KEPT",
    level: "MUST",
    basis: "derived:D6",
    text: "The answer, get and list show the values that a search index was created with.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    on: creates,
    requests: 60,
    tell: async (story) => {
      const operation =
        story.subject.operation.id === "createSearchIndexLegacy" ? "createSearchIndexLegacy" : "createSearchIndex";
      const trip = (groups: readonly Fields[]): RoundTrip => ({
        operation,
        groups,
        body: (members) => indexBody(story, members, { type: "search" }),
        shownAs: textShown(story),
      });
      const judgement = await keepsInTurn(story, (turn) => trip([...text(turn), synonyms(story)]));
      return judgement.kind === "holds" ? keeps(story, trip(richText(story))) : judgement;
    },
  }),
  searchRule({
    id: "SRCH-UPDATE-KEPT",
    level: "MUST",
    basis: "derived:D6",
    text: "Get by id, get by names and list show the values that a search index was updated with; its type stays the same.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    risk: "update",
    on: (subject) => subject.version === "2" && updates(subject),
    requests: 68,
    tell: async (story) => {
      const operation =
        story.subject.operation.id === "updateSearchIndexByName" ? "updateSearchIndexByName" : "updateSearchIndexById";
      const path = addressOf(story, await createIndex(story)).path ?? {};
      const trip = (groups: readonly Fields[]): RoundTrip => ({
        operation,
        groups,
        body: (members) => ({ definition: { mappings: { dynamic: true }, ...members } }),
        path,
        shownAs: textShown(story),
        reads: [{ operation: "getSearchIndexByName", path }],
      });
      const judgement = await keepsInTurn(story, (turn) => trip([...text(turn), synonyms(story)]));
      const rich = judgement.kind === "holds" ? await keeps(story, trip(richText(story))) : judgement;
      return rich.kind === "holds" ? keepsType(story, operation) : rich;
    },
  }),
];
