import { asks } from "../../expect/asks.ts";
import { brief, callOf } from "../../expect/cases.ts";
import { wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { broken, expects, inconclusive, type Judgement, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { repeated } from "../../oracles/repeated.ts";
import { lengthOf } from "../../oracles/same.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { bigLists, namesOn, page, records, tooFew, totalOf } from "./page-steps.ts";
import { sameNames } from "./same-names.ts";

/** A query that narrows a list; an empty one returns the whole list. */
type Filter = Readonly<Record<string, string>>;

/** The number of walks that must fail before the rule fails. */
const CONVICTED = 4;
/** The most walks: while other clients write often, most walks have a write in their middle. */
const WALKS = 16;
/** Pages between two looks at the whole list. The looks notice a client that adds a record and removes it again. */
const LOOK = 3;

/**
 * Walks through all pages of a list, and again if they do not add up. Only a list that no other client changed
 * meanwhile can break the rule.
 */
export function walk(context: Context, filter: Filter = {}): Case {
  const narrowed = Object.entries(filter).map((pair) => `, with ${pair.join("=")}`);
  return asks(
    `every page, then the whole list${narrowed.join("")}`,
    1 + pagesOf(context).reduce((sum, pages) => sum + pages, 0),
    async (ask) => {
      let all = await namesOfAll(ask, context, filter);
      if ("kind" in all) return all;
      if (Object.keys(filter).length === 0 && all.length < 2)
        return tooFew(context, `the list holds ${all.length} records: pages show nothing of less than two`);
      let judgement = await walkInAllSizes(ask, { context, all, filter });
      let still = true;
      const afresh: Ask = (call) => ask({ ...call, send: "again" });
      for (let time = 2; time <= WALKS && judgement.kind === "broken"; time += 1) {
        const names: readonly string[] = all;
        const look = async (): Promise<void> => {
          const now = await namesOfAll(afresh, context, filter);
          // If the whole list cannot be read any more, nothing shows whether another client writes to it.
          still &&= !("kind" in now) && sameNames(names, now);
          if (!("kind" in now)) all = now;
        };
        judgement = await walkInAllSizes(afresh, { context, all, filter, look });
        await look();
        if (still && time >= CONVICTED) return judgement;
      }
      return judgement.kind === "broken" ? nothingToAsk("the list changes while it is walked") : judgement;
    },
    { needs: records(context, 2) },
  );
}

/**
 * The numbers of pages in which a list is read. A long list is read twice, so that an unstable order is likely to show.
 */
const pagesOf = (context: Context): readonly number[] => (bigLists(context) ? [5, 7] : [FEWEST_PAGES]);

/** A mistake in the start of a page may show only from the third page on. */
const FEWEST_PAGES = 3;

/** The number of records on a page for so many pages; for at least three pages, if there are three records. */
function sizeFor(pages: number, count: number): number {
  const size = Math.max(1, Math.ceil(count / pages));
  return size > 1 && Math.ceil(count / size) < FEWEST_PAGES ? size - 1 : size;
}

interface Walk {
  readonly context: Context;
  /** The names of the records of the whole list. */
  readonly all: readonly string[];
  readonly filter: Filter;
  /** Reads the whole list between two pages. */
  readonly look?: () => Promise<void>;
}

async function walkInAllSizes(ask: Ask, walked: Walk): Promise<Judgement> {
  for (const pages of pagesOf(walked.context)) {
    const judgement = await walkPages(ask, walked, sizeFor(pages, walked.all.length));
    if (judgement.kind !== "holds") return judgement;
  }
  return upheld;
}

/** The list in pages of `size` must contain the same records as the whole list, each once. */
async function walkPages(ask: Ask, { context, all, filter, look }: Walk, size: number): Promise<Judgement> {
  const walked: string[] = [];
  let isHonoured = true;
  for (let pageNum = 1; pageNum <= Math.ceil(all.length / size); pageNum += 1) {
    const exchange = await ask(callOf(context, page({ ...filter, itemsPerPage: size, pageNum })));
    if (!wasAccepted(exchange)) return broken(`page ${pageNum} of ${size} records`, brief(exchange));
    const total = totalOf(exchange);
    // Rules about the filter judge what totalCount counts under a filter.
    if (Object.keys(filter).length === 0 && typeof total === "number" && total !== all.length)
      return broken(`totalCount ${all.length} on every page`, `totalCount ${total} on page ${pageNum}`);
    const names = namesOn(context, exchange);
    isHonoured &&= names.length <= size;
    walked.push(...names);
    if (pageNum % LOOK === 0) await look?.();
  }
  const twice = repeated(walked);
  if (twice !== undefined) return broken("each record on one page", `record ${twice} on two pages`);
  const missed = all.find((name) => !walked.includes(name));
  if (missed === undefined && !isHonoured)
    return inconclusive(
      `a page holds more than the ${size} records that were asked for, so it is not seen how pages follow`,
    );
  return expects(missed === undefined, "all records of the list on its pages", `record ${missed ?? ""} on no page`);
}

/** The names of all records of the list, from one page of the largest size. */
async function namesOfAll(ask: Ask, context: Context, filter: Filter): Promise<readonly string[] | Judgement> {
  const whole = await ask(callOf(context, page({ ...filter, itemsPerPage: 500 })));
  if (!wasAccepted(whole)) return inconclusive("the list with itemsPerPage=500 is not to be had");
  const all = namesOn(context, whole);
  if (all.length < lengthOf(whole))
    return inconclusive("not every record of the list shows its id, so they are not told apart");
  return all.length >= 500 ? inconclusive("the list is longer than one page of 500, so it is not walked") : all;
}
