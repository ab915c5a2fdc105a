import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { brief, callOf } from "../../expect/cases.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import {
  broken,
  decidedBy,
  inconclusive,
  isMild,
  type Judgement,
  mild,
  nothingToAsk,
  upheld,
} from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import { isLaidOut } from "../../oracles/laid-out.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { namesOn, page, records, totalOf } from "./page-steps.ts";
import { filtersOf, numberOf, partsOf, queryOf, type Row, rowsOf } from "./pair-rows.ts";
import { sameNames } from "./same-names.ts";

/*
 * Every pair of parameters of a list. The plain list, which the case reads before and after, shows the expected effect
 * of each: which records a filter leaves, how many are on a page, and which members and layout a form has.
 */

/** How often a row must be wrong while the list stays equal before and after. */
const CONVICTED = 3;
const LOOKS = 8;
/** The largest page; longer lists are not judged. */
const LARGEST = 500;

/** The list of the records that a filter leaves. */
interface Whole {
  readonly names: readonly string[];
  readonly total: unknown;
}

/** What is wrong with the answer to a row, and in which respect. */
interface Fault {
  readonly respect: "count" | "envelope" | "filter" | "layout" | "length" | "refused" | "size";
  readonly judgement: Judgement;
}

/**
 * Sends every pair of parameters of a list in one of the rows of `rowsOf`, and reads the plain list before and after.
 */
export const pairs = (context: Context): Case => {
  const rows = rowsOf(context);
  return asks(
    "every two parameters together",
    rows.length + 2 * filtersOf(context).length + 2,
    async (ask) => {
      let worst: Judgement = upheld;
      for (const row of rows) {
        const judgement = await judged(ask, context, row);
        if (judgement.kind !== "holds" && !isMild(judgement)) return judgement;
        if (worst.kind === "holds") worst = judgement;
      }
      return worst;
    },
    { needs: records(context, 2) },
  );
};

/**
 * A row breaks the rule if it is wrong each time, the list does not change, and each part of the row alone is right.
 */
async function judged(ask: Ask, context: Context, row: Row): Promise<Judgement> {
  const afresh: Ask = (call) => ask({ ...call, send: "again" });
  const first = await wholeOf(ask, context, row);
  if (first === undefined) return nothingToAsk("the list alone is not to be had on one page");
  const begun = await faultOf(ask, context, row, first);
  if (begun === undefined) return upheld;
  let convicted = 0;
  for (let look = 1; look <= LOOKS; look += 1) {
    const before = await wholeOf(afresh, context, row);
    const fault = before && (await faultOf(afresh, context, row, before));
    const after = await wholeOf(afresh, context, row);
    if (before === undefined || after === undefined || fault?.respect !== begun.respect) return upheld;
    if (!sameNames(before.names, after.names) || before.total !== after.total) continue;
    convicted += 1;
    if (convicted < CONVICTED) continue;
    return (await isWrongAlone(afresh, context, row, fault)) ? upheld : fault.judgement;
  }
  return inconclusive("the list changes while it is asked for in other forms");
}

/** Whether one part of a row alone is wrong in the same way; other rules report that. */
async function isWrongAlone(ask: Ask, context: Context, row: Row, { respect }: Fault): Promise<boolean> {
  for (const part of partsOf(row)) {
    const whole = await wholeOf(ask, context, part);
    const fault = whole === undefined ? undefined : await faultOf(ask, context, part, whole);
    if (fault?.respect === respect || fault?.respect === "refused") return true;
  }
  return false;
}

async function wholeOf(ask: Ask, context: Context, { filter }: Row): Promise<Whole | undefined> {
  const exchange = await ask(callOf(context, page({ ...filter, itemsPerPage: LARGEST })));
  const names = namesOn(context, exchange);
  const total = totalOf(exchange);
  const isWhole = wasAccepted(exchange) && names.length < LARGEST && total === names.length;
  return isWhole ? { names, total } : undefined;
}

async function faultOf(ask: Ask, context: Context, row: Row, whole: Whole): Promise<Fault | undefined> {
  const query = queryOf(row, whole.names.length);
  const exchange = await ask(callOf(context, { query }));
  const found = wasAccepted(exchange)
    ? faultIn(context, row, whole, exchange)
    : { respect: "refused" as const, judgement: broken(`2xx to ${wordsFor(query)}`, brief(exchange)) };
  return found && { ...found, judgement: decidedBy(found.judgement, undefined, exchange) };
}

function faultIn(context: Context, row: Row, whole: Whole, exchange: Exchange): Fault | undefined {
  const json = jsonOf(exchange);
  // If the envelope shows no list, ENV-LIST-CONTENT reports it.
  if (listIn(json) === undefined) return undefined;
  const asked = wordsFor(queryOf(row, whole.names.length));
  const wrong = (respect: Fault["respect"], expected: string, received: string): Fault => ({
    respect,
    judgement: broken(`${expected} with ${asked}`, received),
  });
  const {
    form,
    page: { size },
  } = row;
  const names = namesOn(context, exchange);
  const totals = [json, member(json, "content")].map((one) => member(one, "totalCount") ?? null);
  const total = totals.find((one) => one !== null);
  const stray = names.find((name) => !whole.names.includes(name));
  if (stray !== undefined) return wrong("filter", "a record that the list shows without them", `record ${stray}`);
  if (size !== undefined && names.length > size) return wrong("size", `at most ${size} records`, `${names.length}`);
  if (form.includeCount === "false" && total !== undefined) return wrong("count", "no totalCount", `${total}`);
  if (form.includeCount !== "false" && total !== whole.total)
    return wrong("count", `totalCount ${whole.total}`, `${total ?? "none"}`);
  if (form.envelope === "true" && member(json, "status") === undefined) return wrong("envelope", "a status", "none");
  // PRETTY-TRUE judges both of them together.
  if (form.pretty === "true" && form.envelope !== "true" && !isLaidOut(exchange))
    return wrong("layout", "a body of several lines", "one line");
  return shortIn(row, whole, names.length, wrong);
}

/** All pages except the last are full, and together they hold as many records as the total says. */
function shortIn(
  row: Row,
  { names }: Whole,
  length: number,
  wrong: (respect: Fault["respect"], expected: string, received: string) => Fault,
): Fault | undefined {
  const { size = 100 } = row.page;
  const due = Math.min(size, names.length - (numberOf(row, names.length) - 1) * size);
  if (length === due) return undefined;
  const short = wrong("length", `${due} records of ${names.length}`, `${length}`);
  return { ...short, judgement: mild(short.judgement) };
}

const wordsFor = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map((pair) => pair.join("="))
    .join("&") || "no parameter";
