import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { accepted, received, wasAccepted } from "../../ground/answers.ts";
import { inconclusive, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { lengthOf } from "../../oracles/same.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { isPastTheEnd, page, records, tooFew } from "./page-steps.ts";

/** A second page that the list has. The contract does not say how a target answers a page beyond the end. */
export const secondPage = (context: Context): Case =>
  asks(
    "pageNum=2",
    2,
    async (ask) => {
      const plain = await ask(callOf(context));
      if (!wasAccepted(plain)) return inconclusive(`the plain request is not accepted (${received(plain)})`);
      const length = lengthOf(plain);
      if (length < 2)
        return tooFew(context, `the list holds ${length} records, of which each may stand on the first page`);
      const second = await ask(callOf(context, page({ itemsPerPage: 1, pageNum: 2 })));
      if (wasAccepted(second)) return upheld;
      if (await isPastTheEnd(ask, context, 1, 2)) return nothingToAsk("the list has no second record any more");
      return accepted(second, "itemsPerPage=1&pageNum=2");
    },
    { needs: records(context, 2) },
  );
