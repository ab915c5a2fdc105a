import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { brief, callOf } from "../../expect/cases.ts";
import { wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { broken, type Judgement, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { repeated } from "../../oracles/repeated.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { bigLists, isPastTheEnd, namesOn, page, records, tooFew } from "./page-steps.ts";
import { sameNames } from "./same-names.ts";

const ROUNDS = 6;
const CONVICTED = 3;

/**
 * Reads the first pages of a list, and repeats this if a record is on two pages, because another client may have moved
 * it from one page to the next. The rule fails only after several rounds in which the whole list had the same records
 * before, during and after the pages.
 */
export function firstPages(context: Context): Case {
  const isBig = bigLists(context);
  const read = (ask: Ask, query: Record<string, number>, again: boolean): Promise<Exchange> =>
    ask(callOf(context, { ...page(query), ...(again && { send: "again" }) }));
  const namesIn = (exchange: Exchange): readonly string[] => namesOn(context, exchange);
  return asks(
    isBig ? "the first eight small pages" : "the first two pages of one record",
    isBig ? 9 : 3,
    async (ask) => {
      let judgement: Judgement = upheld;
      let convicted = 0;
      let moved = false;
      for (let round = 1; round <= ROUNDS && convicted < CONVICTED; round += 1) {
        const again = round > 1;
        const before = await read(ask, { itemsPerPage: 500 }, again);
        if (!isBig && namesIn(before).length < 2)
          return tooFew(context, `the list shows the names of ${namesIn(before).length} records: two pages need two`);
        const size = !isBig || namesIn(before).length < 9 ? 1 : 3;
        const pages = isBig ? Math.min(8, Math.ceil(namesIn(before).length / size)) : 2;
        const names: string[] = [];
        const wholes = [before];
        for (let pageNum = 1; pageNum <= pages; pageNum += 1) {
          const exchange = await read(ask, { itemsPerPage: size, pageNum }, again);
          if (!wasAccepted(exchange)) {
            if (await isPastTheEnd(ask, context, size, pageNum)) break;
            return broken(`page ${pageNum} of ${size} records`, brief(exchange));
          }
          names.push(...namesIn(exchange));
          if (again && pageNum % 4 === 0) wholes.push(await read(ask, { itemsPerPage: 500 }, again));
        }
        const twice = repeated(names);
        if (twice === undefined && !again) return upheld;
        if (twice === undefined || !again) continue;
        wholes.push(await read(ask, { itemsPerPage: 500 }, again));
        judgement = broken("each record on one page", `record ${twice} on two pages`);
        if (wholes.every((one) => sameNames(namesIn(before), namesIn(one)))) convicted += 1;
        else moved = true;
      }
      if (convicted === CONVICTED) return judgement;
      return moved ? nothingToAsk("the list changes while its pages are read") : upheld;
    },
    { needs: records(context, 3) },
  );
}
