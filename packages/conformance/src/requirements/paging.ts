import type { Exchange } from "@plumbline/client";
import { jsonOf, member, receivedMembers, wasAccepted } from "../expect/answers.ts";
import { accepts, brief, callOf, compares, notes, notesOf, refuses, shows } from "../expect/cases.ts";
import { broken, expects, holds, type Judgement, moot, unable } from "../judgement.ts";
import type { Ask } from "../kernel/ask.ts";
import { pool } from "../kernel/pool.ts";
import type { Need } from "../need.ts";
import { keysOf } from "../oracles/envelope.ts";
import { idsIn, lengthOf, sameRead } from "../oracles/same.ts";
import { depthOf, violated } from "../oracles/violated.ts";
import { type Case, type Context, probe, type Requirement, type Subject, silent, watch } from "../requirement.ts";
import { succeeded } from "../sight.ts";
import type { World } from "../target/world.ts";
import { is, pagedLists } from "./subjects.ts";

const CONVENTIONS = "Resources and their fields > Conventions";
const NO_PAGES = "it answers every page with the same example";

/** The two lists that a whole project fills; the others depend on one record. */
const bigLists = is("listAlertConfigs", "listAlerts");
const records = ({ operation }: Context, count: number): readonly Need[] =>
  operation.id === "listAlerts" || operation.id === "listAlertConfigs"
    ? [{ kind: "records", operation: operation.id, count }]
    : [];
const page = (query: Record<string, string | number>) => ({
  query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
});
const totalOf = (exchange: Exchange): unknown => member(jsonOf(exchange), "totalCount");
const countShown = (exchange: Exchange): Judgement =>
  expects(Number.isInteger(totalOf(exchange)), "an integer totalCount", () => receivedMembers(exchange));

/** A record that stands on two pages was seen twice. */
const repeated = (ids: readonly string[]): string | undefined => ids.find((id, index) => ids.indexOf(id) !== index);

/**
 * A yes about the pages of a list that holds too little for a no. The rules are the same for all lists, so the longest of
 * most projects has to show it, and there is nothing to ask of the others.
 */
const onPages = ({ operation }: Context, judgement: Judgement, able: boolean, lacking: string): Judgement => {
  if (judgement.kind !== "holds" || able) return judgement;
  return operation.id === "listAlertConfigs" ? unable(lacking) : moot(lacking);
};

/** The first page again; where the order of the list is seen to be stable, with the same records. */
function samePage(plain?: Exchange, again?: Exchange, first?: Exchange): Judgement {
  if (plain === undefined || again === undefined || first === undefined) return unable("nothing was asked");
  const stable = `${idsIn(plain)}` === `${idsIn(again)}`;
  const same = sameRead(plain, first, "the same page");
  if (same.kind !== "holds" || !stable) return same;
  return expects(`${idsIn(plain)}` === `${idsIn(first)}`, "the same records", "other records");
}

/** Records on a page where nothing else is asked for. */
const USUAL = 100;

/** Without a size, then with the usual one, of a list whose whole is read as well. */
const defaultPage = (context: Context, again = false): Case =>
  compares(
    context,
    "without itemsPerPage, then itemsPerPage=100",
    [{}, page({ itemsPerPage: USUAL }), page({ itemsPerPage: 499 })].map((change) => ({ ...change, again })),
    (plain, explicit, more) => {
      if (lengthOf(plain) > USUAL) return broken(`at most ${USUAL} records`, `${lengthOf(plain)} records`);
      const total = lengthOf(more);
      return onPages(
        context,
        sameRead(plain, explicit, "the same page"),
        total > USUAL,
        `the list holds ${total} records: whether a page holds ${USUAL} by default shows only where there are more`,
      );
    },
  );

/** Whether records have to be made for the one list that anybody can fill and empty again. */
const holdsTooFew = (subject: Subject, { records: seen }: World): boolean =>
  is("listAlertConfigs")(subject) && (seen.listAlertConfigs ?? USUAL) < USUAL;

const AT_A_TIME = 4;

/** The default page of a list to which as many records are added as it takes to see one. */
function amongMore(context: Context): Case {
  const { world, version } = context;
  const lacking = USUAL + 1 - (world.records.listAlertConfigs ?? 0);
  const whole = defaultPage(context, true);
  return {
    ...whole,
    requests: whole.requests + 2 * lacking,
    ask: async (ask) => {
      const refusals: Exchange[] = [];
      await pool(
        Array.from({ length: lacking }),
        AT_A_TIME,
        () => undefined,
        async () => {
          if (refusals.length > 0) return;
          const body = world.alertConfiguration;
          const exchange = await ask({ operation: "createAlertConfig", version, body, again: true });
          if (!wasAccepted(exchange)) refusals.push(exchange);
        },
      );
      const [refusal] = refusals;
      if (refusal === undefined) return whole.ask(ask);
      return unable(
        `a page shows its default size among more than ${USUAL} records, and no more can be created (${brief(refusal)})`,
      );
    },
  };
}

/** A query that narrows a list; none for the whole of it. */
type Filter = Readonly<Record<string, string>>;

/** The list in pages of `size` holds what the whole of it does, and each record once. */
async function walkPages(
  ask: Ask,
  context: Context,
  all: readonly string[],
  size: number,
  filter: Filter,
): Promise<Judgement> {
  const walked: string[] = [];
  let isHonoured = true;
  for (let pageNum = 1; pageNum <= Math.ceil(all.length / size); pageNum += 1) {
    const exchange = await ask(callOf(context, page({ ...filter, itemsPerPage: size, pageNum })));
    if (!wasAccepted(exchange)) return broken(`page ${pageNum} of ${size} records`, brief(exchange));
    const total = totalOf(exchange);
    // What totalCount counts under a filter is the filter's business.
    if (Object.keys(filter).length === 0 && typeof total === "number" && total !== all.length)
      return broken(`totalCount ${all.length} on every page`, `totalCount ${total} on page ${pageNum}`);
    isHonoured &&= idsIn(exchange).length <= size;
    walked.push(...idsIn(exchange));
  }
  const twice = repeated(walked);
  if (twice !== undefined) return broken("each record on one page", `record ${twice} on two pages`);
  const missed = all.find((id) => !walked.includes(id));
  if (missed === undefined && !isHonoured)
    return unable(`a page holds more than the ${size} records that were asked for, so it is not seen how pages follow`);
  return expects(missed === undefined, "all records of the list on its pages", `record ${missed ?? ""} on no page`);
}

/** The ids of the whole list, as one page of the largest size shows them. */
async function idsOfAll(
  ask: Ask,
  context: Context,
  filter: Filter,
  again = false,
): Promise<readonly string[] | Judgement> {
  const whole = await ask(callOf(context, { ...page({ ...filter, itemsPerPage: 500 }), again }));
  if (!wasAccepted(whole)) return unable("the list with itemsPerPage=500 is not to be had");
  const all = idsIn(whole);
  return all.length >= 500 ? unable("the list is longer than one page of 500, so it is not walked") : all;
}

/** Walks a list in five pages and in seven, so that an order that is not stable hardly stays hidden. */
async function walkTwice(ask: Ask, context: Context, all: readonly string[], filter: Filter): Promise<Judgement> {
  for (const pages of [5, 7]) {
    const judgement = await walkPages(ask, context, all, Math.max(1, Math.ceil(all.length / pages)), filter);
    if (judgement.kind !== "holds") return judgement;
  }
  return holds;
}

const WALKS = 4;

/** The one filter that a paged list has. */
const STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;
const listsAlerts = is("listAlerts");

const ROUNDS = 6;
const CONVICTED = 3;

/**
 * The first pages of a list, again where a record stands on two: others may have moved it from one to the next. It takes
 * several rounds with the same records before, in the middle and after for that not to be the reason.
 */
function firstPages(context: Context): Case {
  const read = (ask: Ask, query: Record<string, number>, again: boolean): Promise<Exchange> =>
    ask(callOf(context, { ...page(query), again }));
  return {
    name: "the first eight small pages",
    requests: 9,
    needs: records(context, 3),
    ask: async (ask) => {
      let judgement: Judgement = holds;
      let convicted = 0;
      let moved = false;
      for (let round = 1; round <= ROUNDS && convicted < CONVICTED; round += 1) {
        const again = round > 1;
        const before = await read(ask, { itemsPerPage: 500 }, again);
        const size = idsIn(before).length < 9 ? 1 : 3;
        const pages = Math.min(8, Math.ceil(idsIn(before).length / size));
        const ids: string[] = [];
        const wholes = [before];
        for (let pageNum = 1; pageNum <= pages; pageNum += 1) {
          const exchange = await read(ask, { itemsPerPage: size, pageNum }, again);
          if (!wasAccepted(exchange)) return broken(`page ${pageNum} of ${size} records`, brief(exchange));
          ids.push(...idsIn(exchange));
          if (again && pageNum % 4 === 0) wholes.push(await read(ask, { itemsPerPage: 500 }, again));
        }
        const twice = repeated(ids);
        if (twice === undefined && !again) return holds;
        if (twice === undefined || !again) continue;
        wholes.push(await read(ask, { itemsPerPage: 500 }, again));
        judgement = broken("each record on one page", `record ${twice} on two pages`);
        if (wholes.every((one) => sameIds(idsIn(before), idsIn(one)))) convicted += 1;
        else moved = true;
      }
      if (convicted === CONVICTED) return judgement;
      return moved ? unable("the list changes while its pages are read") : holds;
    },
  };
}

/** The order of a list is not given. */
const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
  `${[...one].sort()}` === `${[...other].sort()}`;

/** Walks a list, and again where that does not add up: only of a list that nobody else changed meanwhile it must. */
function walk(context: Context, filter: Filter = {}): Case {
  const narrowed = Object.entries(filter).map((pair) => `, with ${pair.join("=")}`);
  return {
    name: `every page, then the whole list${narrowed.join("")}`,
    requests: 13,
    needs: records(context, 2),
    ask: async (ask) => {
      let judgement: Judgement = holds;
      let still = true;
      let before = await idsOfAll(ask, context, filter);
      for (let time = 1; time <= WALKS; time += 1) {
        if ("kind" in before) return before;
        if (time === 1 && Object.keys(filter).length === 0 && before.length < 2)
          return unable(`the list holds ${before.length} records: pages show nothing of less than two`);
        const asking: Ask = time === 1 ? ask : (call) => ask({ ...call, again: true });
        judgement = await walkTwice(asking, context, before, filter);
        if (judgement.kind !== "broken") return judgement;
        const after = await idsOfAll(ask, context, filter, true);
        if ("kind" in after) return after;
        still &&= time === 1 || sameIds(before, after);
        before = after;
      }
      return still ? judgement : unable("the list changes while it is walked");
    },
  };
}

export const paging: readonly Requirement[] = [
  watch({
    id: "PAGE-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "A paged list is an object with an array results and, unless it was asked not to, an integer totalCount.",
    section: CONVENTIONS,
    on: pagedLists,
    examine: violated((violation) => depthOf(violation) <= 1),
  }),
  probe({
    id: "PAGE-INCLUDECOUNT-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "totalCount is returned when includeCount is true and when it is left out.",
    section: CONVENTIONS,
    stage: "read",
    on: pagedLists,
    cases: (context) => [
      shows(context, "without includeCount", {}, countShown),
      shows(context, "includeCount=true", page({ includeCount: "true" }), countShown),
    ],
  }),
  probe({
    id: "PAGE-INCLUDECOUNT-FALSE",
    level: "MUST",
    basis: "stated",
    text: "totalCount is not returned when includeCount is false.",
    section: CONVENTIONS,
    mock: "its example holds totalCount whatever includeCount says",
    stage: "read",
    on: pagedLists,
    cases: (context) => [
      shows(context, "includeCount=false", page({ includeCount: "false" }), (exchange) =>
        expects(
          (totalOf(exchange) ?? null) === null,
          "no totalCount",
          () => `totalCount ${JSON.stringify(totalOf(exchange))}`,
        ),
      ),
    ],
  }),
  probe({
    id: "PAGE-INCLUDECOUNT-BOOL",
    level: "MUST",
    basis: "derived:D1",
    text: "includeCount is a boolean: a word that is none is refused.",
    section: CONVENTIONS,
    stage: "refused-reads",
    on: pagedLists,
    cases: (context) => [refuses(context, "includeCount=abc", page({ includeCount: "abc" }))],
  }),
  probe({
    id: "PAGE-ITEMS-ACCEPT",
    level: "MUST",
    basis: "stated",
    text: "itemsPerPage takes 1 to 500.",
    section: CONVENTIONS,
    stage: "read",
    on: pagedLists,
    cases: (context) =>
      [1, 100, 500].map((size) => accepts(context, `itemsPerPage=${size}`, page({ itemsPerPage: size }))),
  }),
  probe({
    id: "PAGE-ITEMS-REJECT",
    level: "MUST",
    basis: "derived:D1",
    text: "An itemsPerPage outside 1 to 500, or that is no integer, is not processed.",
    section: "Limits",
    stage: "refused-reads",
    on: pagedLists,
    cases: (context) =>
      ["0", "501", "-1", "1.5", "abc", "2147483648"].map((size) =>
        refuses(context, `itemsPerPage=${size}`, page({ itemsPerPage: size })),
      ),
  }),
  probe({
    id: "PAGE-ITEMS-HONOURED",
    level: "MUST",
    basis: "derived:D4",
    text: "A page never holds more than itemsPerPage records.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    stage: "read",
    on: bigLists,
    cases: (context) => [
      {
        ...shows(context, "itemsPerPage=1", page({ itemsPerPage: 1 }), (exchange) =>
          expects(lengthOf(exchange) <= 1, "at most 1 record", () => `${lengthOf(exchange)} records`),
        ),
        needs: records(context, 2),
      },
    ],
  }),
  probe({
    id: "PAGE-ITEMS-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "Without itemsPerPage a page is the same as with itemsPerPage=100.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    // The list is not read while the other stories write to it.
    stage: (subject) => (is("listAlertConfigs")(subject) ? "quota" : "read"),
    lane: "default-page",
    risk: (subject, world) => (holdsTooFew(subject, world) ? "create" : "read"),
    on: pagedLists,
    cases: (context) => [holdsTooFew(context, context.world) ? amongMore(context) : defaultPage(context)],
  }),
  probe({
    id: "PAGE-NUM-ACCEPT",
    level: "MUST",
    basis: "stated",
    text: "pageNum takes 1 and more; without it the first page is returned.",
    section: CONVENTIONS,
    stage: "read",
    on: pagedLists,
    cases: (context) => [
      compares(context, "without pageNum, then pageNum=1", [{}, { again: true }, page({ pageNum: 1 })], (...pages) =>
        onPages(
          context,
          samePage(...pages),
          pages.some((one) => lengthOf(one) > 0),
          "the list is empty: which page is returned without pageNum shows only where there is a record",
        ),
      ),
      ...(bigLists(context)
        ? [accepts(context, "pageNum=2", page({ itemsPerPage: 1, pageNum: 2 }), { needs: records(context, 2) })]
        : []),
    ],
  }),
  probe({
    id: "PAGE-NUM-REJECT",
    level: "MUST",
    basis: "derived:D1",
    text: "A pageNum below 1, or that is no integer, is not processed.",
    section: "Limits",
    stage: "refused-reads",
    on: pagedLists,
    cases: (context) =>
      ["0", "-1", "abc", "1.5"].map((number) => refuses(context, `pageNum=${number}`, page({ pageNum: number }))),
  }),
  probe({
    id: "PAGE-DISJOINT",
    level: "SHOULD",
    basis: "derived:D7",
    text: "No record stands on two pages of a list that does not change.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    stage: "read",
    on: bigLists,
    cases: (context) => [firstPages(context)],
  }),
  probe({
    id: "PAGE-UNION",
    level: "SHOULD",
    basis: "derived:D7",
    text: "The pages of a list together hold exactly its records, as many as totalCount says; under a filter as well.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    stage: "read",
    on: bigLists,
    cases: (context) => [
      walk(context),
      ...STATUSES.filter(() => listsAlerts(context)).map((status) => walk(context, { status })),
    ],
  }),
  watch({
    id: "PAGE-COUNT-GE",
    level: "SHOULD",
    basis: "derived:D2",
    text: "totalCount is no smaller than the number of records on the page.",
    section: CONVENTIONS,
    on: pagedLists,
    examine: ({ answer, call, exchange }) => {
      const total = member(answer.json, "totalCount");
      if (!succeeded(answer) || call.open || typeof total !== "number") return undefined;
      return expects(
        total >= lengthOf(exchange),
        "a totalCount that covers the page",
        () => `totalCount ${total} with ${lengthOf(exchange)} records`,
      );
    },
  }),
  silent({
    id: "PAGE-BEYOND-END",
    level: "UNSPECIFIED",
    text: "What a page beyond the last one is answered with is not given.",
    section: CONVENTIONS,
    on: pagedLists,
    cases: (context) => [notes(context, "pageNum=1000000", page({ pageNum: 1_000_000 }))],
  }),
  silent({
    id: "PAGE-ORDER",
    level: "UNSPECIFIED",
    text: "The order of records in a list is not given.",
    section: CONVENTIONS,
    on: bigLists,
    cases: (context) => [
      notesOf("the same list twice", 2, async (ask) => {
        const [one, other] = [await ask(callOf(context)), await ask(callOf(context, { again: true }))];
        return `${idsIn(one)}` === `${idsIn(other)}` ? "the same order" : "another order";
      }),
    ],
  }),
  silent({
    id: "PAGE-LINKS",
    level: "UNSPECIFIED",
    text: "A list may carry members besides results and totalCount.",
    section: CONVENTIONS,
    on: pagedLists,
    notice: ({ answer, call }) => {
      if (!succeeded(answer) || call.open || call.query?.["envelope"] === "true") return undefined;
      const more = keysOf(answer.json).filter((key) => key !== "results" && key !== "totalCount");
      return more.length === 0 ? undefined : more.join(", ");
    },
  }),
];
