import { received, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { covers } from "../../oracles/covers.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Requirement } from "../../rule/requirement.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { indexBody, textSteps, updatesIndex } from "./search-steps.ts";
import { searchRule } from "./states.ts";

const RESOURCE = "Resources and their fields > Search custom analyzer (version 1.0 operations)";
const TOKENIZER = { type: "whitespace" };
type Analyzers = readonly Fields[];

const replaces = is("replaceCustomAnalyzers");
const creates = is("createSearchIndex", "createSearchIndexLegacy");
/** Writes that send custom analyzers with only listed parts; in version 2, the parts may have any content. */
const takesAnalyzers = (subject: Subject): boolean =>
  replaces(subject) || (subject.version === "1.0" && creates(subject));

const bodyWith = (story: Story, analyzers: Analyzers) =>
  replaces(story.subject) ? { body: analyzers } : { body: indexBody(story, { analyzers }) };

/** A valid analyzer with a name that no other in these rules has. */
const RIGHT: Fields = { name: "plumblineRight", tokenizer: { type: "keyword" } };

/** Alternately puts a faulty analyzer alone or after a valid one, because some targets check only the first. */
function placed(
  { subject: { version } }: Story,
  index: number,
  name: string,
  analyzers: Analyzers,
): [string, Analyzers] {
  const isBehind = analyzers.length === 1 && (index + Number(version === "2")) % 2 === 0;
  return isBehind ? [`${name}, behind a right one`, [RIGHT, ...analyzers]] : [name, analyzers];
}

/**
 * Sends lists of analyzers that are each wrong in one respect, after the target accepted a valid one. A new index only
 * refers to the members of analyzers, which the description lists for the operations on them: there, `level` may be
 * SHOULD.
 */
async function refusesAnalyzers(
  story: Story,
  faults: Readonly<Record<string, Analyzers>>,
  level: "MUST" | "SHOULD" = replaces(story.subject) ? "MUST" : "SHOULD",
): Promise<Judgement> {
  const steps = Object.entries(faults).map(([what, wrong], index) => {
    const [name, analyzers] = placed(story, index, what, wrong);
    return [name, bodyWith(story, analyzers)] as const;
  });
  const read = async (): Promise<unknown> => (await story.prepares("listCustomAnalyzers")).json;
  const bodies = Object.fromEntries(steps);
  const more = replaces(story.subject) ? { read } : {};
  return level === "MUST" ? refusesBodies(story, bodies, more) : refusesBodies(story, {}, { ...more, mildly: bodies });
}

/** Sends valid analyzers; the run restores the former ones. */
async function takes(story: Story, what: string, analyzers: Analyzers, how: "does" | "prepares"): Promise<void> {
  await story[how](story.subject.operation.id, bodyWith(story, analyzers), what);
  if (replaces(story.subject)) await listedAnalyzers(story, story.contract.wire(analyzers));
}

/** The list of custom analyzers, after it shows those that were sent or after time enough to show them. */
async function listedAnalyzers(story: Story, sent: Analyzers): Promise<unknown> {
  return story.eventually(
    async () => (await story.prepares("listCustomAnalyzers", {}, "listing the custom analyzers")).json,
    (json) => Array.isArray(json) && sent.every((one) => json.some((shown) => covers(shown, one))),
  );
}

/**
 * Character filters whose members the contract does not state. `mapping` is sent with its necessary member, and without
 * it.
 */
const CHAR_FILTERS: Readonly<Record<string, readonly Filter[]>> = {
  icuNormalize: [{ type: "icuNormalize" }],
  persian: [{ type: "persian" }],
  mapping: [{ type: "mapping", mappings: { "\u00e6": "ae" } }, { type: "mapping" }],
};

type Filter = Fields;

/**
 * Sends one filter of each type in one body, or each alone if the target refuses that; refusing a type always is a
 * SHOULD.
 */
async function untaken(story: Story, kinds: Readonly<Record<string, readonly Filter[]>>): Promise<Judgement> {
  const send = (charFilters: readonly Filter[]) =>
    story.ask(story.subject.operation.id, bodyWith(story, named({ tokenizer: TOKENIZER, charFilters })));
  const all = await send(Object.values(kinds).flatMap((forms) => forms.slice(0, 1)));
  if (wasAccepted(all)) return upheld;
  for (const [type, forms] of Object.entries(kinds)) {
    let last = all;
    for (const form of forms) {
      last = await send([form]);
      if (wasAccepted(last)) break;
    }
    if (!wasAccepted(last)) return mild(broken(`2xx for a character filter of type ${type}`, received(last)));
  }
  return upheld;
}

const named = (members: Fields) => [{ name: "plumblineOwn", ...members }];

const PLAIN = [
  {
    name: "plumblineOne",
    tokenizer: TOKENIZER,
    charFilters: [{ type: "persian" }],
    tokenFilters: [{ type: "lowercase" }, { type: "trim" }],
  },
  {
    name: "plumblineTwo",
    tokenizer: { type: "keyword" },
    charFilters: [{ type: "htmlStrip", ignoredTags: ["i"] }],
    tokenFilters: [{ type: "trim" }],
  },
];
/** The same with every described member. */
const WHOLE = PLAIN.map((one, index) => ({
  ...one,
  tokenizer: { type: "edgeGram", minGram: 3, maxGram: 6 + index },
  charFilters: [...one.charFilters, { type: "htmlStrip", ignoredTags: ["b", "größe"] }],
  tokenFilters: [...one.tokenFilters, { type: "asciiFolding", originalTokens: "omit" }],
}));

const TWINS: Analyzers = [...named({ tokenizer: TOKENIZER }), ...named({ tokenizer: { type: "keyword" } })];
const TWO = TWINS.map((one, index) => (index === 0 ? one : { ...one, name: "plumblineOther" }));
/** The two of one name are not neighbours, because a comparison of neighbours alone would miss them. */
const TWO_OF_A_NAME: Analyzers = [...TWO, ...TWINS.slice(1)];

/** Replaces the analyzers of the cluster, and checks that the answer and the list show everything that was sent. */
async function replacesAnalyzers(story: Story): Promise<Judgement> {
  const whole = await story.ask("replaceCustomAnalyzers", { body: WHOLE });
  // The contract does not say which members may go together.
  const sent = wasAccepted(whole) ? WHOLE : PLAIN;
  const answer = wasAccepted(whole)
    ? story.answer(whole)
    : await story.prepares("replaceCustomAnalyzers", { body: sent }, "replacing the custom analyzers");
  const list = await listedAnalyzers(story, story.contract.wire(sent));
  for (const [where, json] of Object.entries({ "the answer": answer.json, "the list": list })) {
    const names = Array.isArray(json) ? json.map((analyzer) => member(analyzer, "name")) : [];
    // The contract does not say whether an update replaces or adds.
    const judgement = expects(
      sent.every(({ name }) => names.includes(name)),
      `both analyzers in ${where}`,
      () => quoted(names),
    );
    story.requires(judgement);
    for (const one of story.contract.wire(sent)) {
      const shown = (listIn(json) ?? []).find((analyzer) => member(analyzer, "name") === member(one, "name"));
      story.must(covers(shown, one), `the analyzer as it was sent, in ${where}: ${quoted(one)}`, quoted(shown));
    }
  }
  return upheld;
}

/** The rules on custom analyzers, of an index and of a cluster. */
export const searchAnalyzers: readonly Requirement[] = [
  searchRule({
    id: "SRCH-ANALYZER-REQ",
    basis: "derived:D1",
    text: "A custom analyzer needs a name and a tokenizer, and the tokenizer a type; this is only a SHOULD in a new index.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "update",
    on: takesAnalyzers,
    requests: 10,
    tell: async (story) => {
      await takes(story, "a custom analyzer", named({ tokenizer: TOKENIZER }), "prepares");
      return refusesAnalyzers(story, {
        "an analyzer without a name": [{ tokenizer: TOKENIZER }],
        "an analyzer without a tokenizer": named({}),
        "a second analyzer without a tokenizer": [...named({ tokenizer: TOKENIZER }), { name: "plumblineBare" }],
        "a tokenizer without a type": named({ tokenizer: { minGram: 2, maxGram: 4 } }),
        "minGram as a text": named({ tokenizer: { type: "edgeGram", minGram: "x", maxGram: 4 } }),
      });
    },
  }),
  searchRule({
    id: "SRCH-ANALYZER-NAME-UNIQUE",
    text: "Two custom analyzers of an index never have the same name.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "update",
    mock: "its document cannot say that members of a list differ in their names",
    on: (subject) => replaces(subject) || creates(subject) || updatesIndex(subject),
    requests: 8,
    tell: async (story) => {
      if (updatesIndex(story.subject)) {
        const step = await textSteps(story);
        await story.prepares(story.subject.operation.id, step({ analyzers: TWO }), "two custom analyzers");
        return refusesBodies(story, { "two analyzers with one name": step({ analyzers: TWO_OF_A_NAME }) });
      }
      await takes(story, "two custom analyzers", TWO, "prepares");
      const refusal = () => refusesAnalyzers(story, { "two analyzers with one name": TWO_OF_A_NAME }, "MUST");
      // The names are unique within an index, and a cluster is not an index.
      return replaces(story.subject) ? story.mildly(refusal) : refusal();
    },
  }),
  searchRule({
    id: "SRCH-CHARFILTERS",
    text: "The type of a character filter is htmlStrip, icuNormalize, mapping or persian; this is only a SHOULD in a new index.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "update",
    on: takesAnalyzers,
    requests: 18,
    tell: async (story) => {
      const tokenizer = TOKENIZER;
      await takes(story, "a custom analyzer", named({ tokenizer }), "prepares");
      const stripping = named({ tokenizer, charFilters: [{ type: "htmlStrip", ignoredTags: ["a"] }] });
      await takes(story, "a character filter that strips tags", stripping, "does");
      const missed = await untaken(story, CHAR_FILTERS);
      await refusesAnalyzers(story, {
        "a character filter of no listed type": named({ tokenizer, charFilters: [{ type: "nope" }] }),
        "a second character filter of no listed type": named({
          tokenizer,
          charFilters: [{ type: "persian" }, { type: "nope" }],
        }),
        "ignoredTags as a text": named({ tokenizer, charFilters: [{ type: "htmlStrip", ignoredTags: "a" }] }),
      });
      return missed;
    },
  }),
  searchRule({
    id: "SRCH-TOKENFILTERS",
    text: "The type of a token filter is one of the 21 listed; this is only a SHOULD in a new index.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "update",
    on: takesAnalyzers,
    requests: 9,
    tell: async (story) => {
      const tokenizer = TOKENIZER;
      // The contract does not state the other members of most types, so a refusal of one of them would say nothing.
      await takes(story, "a token filter", named({ tokenizer, tokenFilters: [{ type: "lowercase" }] }), "prepares");
      const folding = named({ tokenizer, tokenFilters: [{ type: "asciiFolding", originalTokens: "omit" }] });
      await takes(story, "the token filter asciiFolding with originalTokens omit", folding, "does");
      return refusesAnalyzers(story, {
        "a token filter of no listed type": named({ tokenizer, tokenFilters: [{ type: "nope" }] }),
        "a second token filter of no listed type": named({
          tokenizer,
          tokenFilters: [{ type: "lowercase" }, { type: "nope" }],
        }),
      });
    },
  }),
  searchRule({
    id: "SRCH-ANALYZERS-REPLACE",
    early: true,
    level: "MUST",
    basis: "derived:D6",
    text: "Updating the custom analyzers of a cluster returns the array of them as they were sent, and the list then shows it.",
    section: "Endpoints > Search",
    risk: "update",
    mock: NO_STATE,
    on: replaces,
    requests: 5,
    tell: replacesAnalyzers,
  }),
];
