import { wasAccepted } from "../../expect/answers.ts";
import { brief, callOf } from "../../expect/cases.ts";
import type { Ask } from "../../kernel/ask.ts";
import { lengthOf } from "../../oracles/same.ts";
import { broken, expects, type Judgement, unable, upheld } from "../../rule/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { repeated } from "./first-pages.ts";
import { bigLists, namesOn, page, records, tooFew, totalOf } from "./page-steps.ts";
import { sameNames } from "./same-names.ts";

/** A query that narrows a list; none for the whole of it. */
type Filter = Readonly<Record<string, string>>;

/** Walks that do not add up while the list stands still. */
const CONVICTED = 3;
const WALKS = 16;

/** Walks a list, and again where that does not add up: only of a list that nobody else changed meanwhile it must. */
export function walk(context: Context, filter: Filter = {}): Case {
  const narrowed = Object.entries(filter).map((pair) => `, with ${pair.join("=")}`);
  return {
    name: `every page, then the whole list${narrowed.join("")}`,
    requests: 1 + pagesOf(context).reduce((sum, pages) => sum + pages, 0),
    needs: records(context, 2),
    ask: async (ask) => {
      let convicted = 0;
      let before = await namesOfAll(ask, context, filter);
      for (let time = 1; time <= WALKS; time += 1) {
        if ("kind" in before) return before;
        if (time === 1 && Object.keys(filter).length === 0 && before.length < 2)
          return tooFew(context, `the list holds ${before.length} records: pages show nothing of less than two`);
        const asking: Ask = time === 1 ? ask : (call) => ask({ ...call, again: true });
        const judgement = await walkInAllSizes(asking, context, before, filter);
        if (judgement.kind !== "broken") return judgement;
        const after = await namesOfAll(ask, context, filter, true);
        if ("kind" in after) return after;
        if (time > 1 && sameNames(before, after)) convicted += 1;
        if (convicted === CONVICTED) return judgement;
        before = after;
      }
      return unable("the list changes while it is walked");
    },
  };
}

/** In how many pages a list is read: twice where it is long, so that an order that is not stable hardly stays hidden. */
const pagesOf = (context: Context): readonly number[] => (bigLists(context) ? [5, 7] : [2]);

async function walkInAllSizes(ask: Ask, context: Context, all: readonly string[], filter: Filter): Promise<Judgement> {
  for (const pages of pagesOf(context)) {
    const judgement = await walkPages(ask, context, all, Math.max(1, Math.ceil(all.length / pages)), filter);
    if (judgement.kind !== "holds") return judgement;
  }
  return upheld;
}

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
    const names = namesOn(context, exchange);
    isHonoured &&= names.length <= size;
    walked.push(...names);
  }
  const twice = repeated(walked);
  if (twice !== undefined) return broken("each record on one page", `record ${twice} on two pages`);
  const missed = all.find((name) => !walked.includes(name));
  if (missed === undefined && !isHonoured)
    return unable(`a page holds more than the ${size} records that were asked for, so it is not seen how pages follow`);
  return expects(missed === undefined, "all records of the list on its pages", `record ${missed ?? ""} on no page`);
}

/** What the records of the whole list are told apart by, as one page of the largest size shows it. */
async function namesOfAll(
  ask: Ask,
  context: Context,
  filter: Filter,
  again = false,
): Promise<readonly string[] | Judgement> {
  const whole = await ask(callOf(context, { ...page({ ...filter, itemsPerPage: 500 }), again }));
  if (!wasAccepted(whole)) return unable("the list with itemsPerPage=500 is not to be had");
  const all = namesOn(context, whole);
  if (all.length < lengthOf(whole))
    return unable("not every record of the list shows its id, so they are not told apart");
  return all.length >= 500 ? unable("the list is longer than one page of 500, so it is not walked") : all;
}
