import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { accepts, callOf, compares, notes, notesOf, refuses, shows } from "../../expect/cases.ts";
import { received, receivedMembers, wasAccepted } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import { keysOf } from "../../oracles/envelope.ts";
import { lengthOf, sameRead } from "../../oracles/same.ts";
import { depthOf, isNoRecord, violated } from "../../oracles/violated.ts";
import { type Case, type Context, notice, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { is, pagedLists } from "../shared/subjects.ts";
import { defaultPage, holdsTooFew } from "./default-page.ts";
import { firstPages } from "./first-pages.ts";
import { oddQueries } from "./odd-queries.ts";
import { oneRecord } from "./one-record.ts";
import { bigLists, namesOn, onPages, page, totalOf } from "./page-steps.ts";
import { secondPage } from "./second-page.ts";
import { walk } from "./walk.ts";

const CONVENTIONS = "Resources and their fields > Conventions";
const NO_PAGES = "it answers every page with the same example";

/** The values of `status`, the only filter that a paged list has. */
const STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

const noCount = (exchange: Exchange): Judgement =>
  expects(
    (totalOf(exchange) ?? null) === null,
    "no totalCount",
    () => `totalCount ${JSON.stringify(totalOf(exchange))}`,
  );

/** The second page without a count. Other rules judge the page itself. */
const uncountedPage = (context: Context): Case =>
  asks("includeCount=false on the second page", 2, async (ask) => {
    const second = { itemsPerPage: 1, pageNum: 2 };
    if (!wasAccepted(await ask(callOf(context, page(second))))) return upheld;
    const uncounted = await ask(callOf(context, page({ ...second, includeCount: "false" })));
    return wasAccepted(uncounted) ? noCount(uncounted) : broken("the second page", received(uncounted));
  });

const countShown = (exchange: Exchange): Judgement =>
  expects(Number.isInteger(totalOf(exchange)), "an integer totalCount", () => receivedMembers(exchange));

/** The first page is the same without pageNum; if the order of the list proves stable, with the same records. */
function samePage(context: Context, plain?: Exchange, again?: Exchange, first?: Exchange): Judgement {
  if (plain === undefined || again === undefined || first === undefined) return inconclusive("nothing was asked");
  const [names, twice, anew] = [plain, again, first].map((one) => `${namesOn(context, one)}`);
  const same = sameRead(plain, first, "the same page");
  if (same.kind !== "holds" || names !== twice) return same;
  return expects(names === anew, "the same records", "other records");
}

/** The rules on each paging parameter of a list; `together` has those on several at once. */
export const paging: readonly Requirement[] = [
  watch({
    id: "PAGE-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "A paged list is an object with an array results of records and, unless it was asked not to, an integer totalCount.",
    section: CONVENTIONS,
    on: pagedLists,
    examine: violated((violation) => depthOf(violation) <= 1 || isNoRecord(violation)),
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
      shows(context, "includeCount=false", page({ includeCount: "false" }), noCount),
      uncountedPage(context),
    ],
  }),
  probe({
    id: "PAGE-INCLUDECOUNT-BOOL",
    level: "SHOULD",
    basis: "derived:D1",
    text: "includeCount is a boolean, and any other word is refused.",
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
    cases: (context) => [
      ...["0", "501", "-1", "1.5", "abc", "4294967297"].map((size) =>
        refuses(context, `itemsPerPage=${size}`, page({ itemsPerPage: size })),
      ),
      ...oddQueries(context),
    ],
  }),
  probe({
    id: "PAGE-ITEMS-HONOURED",
    level: "MUST",
    basis: "derived:D4",
    text: "A page never holds more than itemsPerPage records.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    stage: "read",
    on: pagedLists,
    cases: (context) => [oneRecord(context, "itemsPerPage=1", { itemsPerPage: 1 })],
  }),
  probe({
    id: "PAGE-ITEMS-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "Without itemsPerPage a page is the same as with itemsPerPage=100.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    // A separate stage, so that other stories do not write to the list at the same time.
    stage: (subject) => (is("listAlertConfigs")(subject) ? "quota" : "read"),
    lane: "default-page",
    risk: (subject, world) => (holdsTooFew(subject, world) ? "create" : "read"),
    on: pagedLists,
    cases: (context) => [defaultPage(context)],
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
      compares(context, "without pageNum, then pageNum=1", [{}, { send: "again" }, page({ pageNum: 1 })], (...pages) =>
        onPages(
          context,
          samePage(context, ...pages),
          pages.some((one) => lengthOf(one) > 0),
          "the list is empty: which page is returned without pageNum shows only where there is a record",
        ),
      ),
      secondPage(context),
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
      ["0", "-1", "abc", "1.5", "2x"].map((number) => refuses(context, `pageNum=${number}`, page({ pageNum: number }))),
  }),
  probe({
    id: "PAGE-DISJOINT",
    level: "MUST",
    basis: "derived:D7",
    text: "No record stands on two pages of a list that does not change.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    stage: "read",
    on: pagedLists,
    cases: (context) => [firstPages(context)],
  }),
  probe({
    id: "PAGE-UNION",
    level: "MUST",
    basis: "derived:D7",
    text: "The pages of a list together hold exactly its records, as many as totalCount says; under a filter as well.",
    section: CONVENTIONS,
    mock: NO_PAGES,
    stage: "read",
    on: pagedLists,
    cases: (context) => [
      walk(context),
      walk(context, { includeCount: "false" }),
      ...STATUSES.filter(() => is("listAlerts")(context)).map((status) => walk(context, { status })),
    ],
  }),
  watch({
    id: "PAGE-COUNT-GE",
    level: "MUST",
    basis: "derived:D2",
    text: "totalCount is no smaller than the number of records on the page.",
    section: CONVENTIONS,
    on: pagedLists,
    examine: ({ answer, call, exchange }) => {
      const total = member(answer.json, "totalCount");
      // Any count covers a page without records.
      if (!succeeded(answer) || isUndescribed(call) || typeof total !== "number" || lengthOf(exchange) === 0)
        return undefined;
      return expects(
        total >= lengthOf(exchange),
        "a totalCount that covers the page",
        () => `totalCount ${total} with ${lengthOf(exchange)} records`,
      );
    },
  }),
  observe({
    id: "PAGE-BEYOND-END",
    level: "UNSPECIFIED",
    text: "What a page beyond the last one is answered with is not given.",
    section: CONVENTIONS,
    on: pagedLists,
    cases: (context) => [notes(context, "pageNum=1000000", page({ pageNum: 1_000_000 }))],
  }),
  observe({
    id: "PAGE-ORDER",
    level: "UNSPECIFIED",
    text: "The order of records in a list is not given.",
    section: CONVENTIONS,
    on: bigLists,
    cases: (context) => [
      notesOf("the same list twice", 2, async (ask) => {
        const [one, other] = [await ask(callOf(context)), await ask(callOf(context, { send: "again" }))];
        return `${namesOn(context, one)}` === `${namesOn(context, other)}` ? "the same order" : "another order";
      }),
    ],
  }),
  notice({
    id: "PAGE-LINKS",
    level: "UNSPECIFIED",
    text: "A list may carry members besides results and totalCount.",
    section: CONVENTIONS,
    on: pagedLists,
    notice: ({ answer, call }) => {
      if (!succeeded(answer) || isUndescribed(call) || call.query?.["envelope"] === "true") return undefined;
      const more = keysOf(answer.json).filter((key) => key !== "results" && key !== "totalCount");
      return more.length === 0 ? undefined : more.join(", ");
    },
  }),
];
