import { callOf, shows } from "../../expect/cases.ts";
import { jsonOf } from "../../ground/answers.ts";
import { expects, inconclusive } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import { lengthOf } from "../../oracles/same.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { onPages, page, records } from "./page-steps.ts";

/** A page of one record, requested with this query, from a list with more records. */
export function oneRecord(context: Context, name: string, query: Readonly<Record<string, string | number>>): Case {
  const shown = shows(context, name, page(query), (exchange) =>
    listIn(jsonOf(exchange)) === undefined
      ? inconclusive("no list is seen in the answer")
      : expects(lengthOf(exchange) <= 1, "at most 1 record", () => `${lengthOf(exchange)} records`),
  );
  return {
    ...shown,
    needs: records(context, 2),
    ask: async (ask) => {
      const judgement = await shown.ask(ask);
      const length = lengthOf(await ask(callOf(context)));
      const lacking = `the list holds ${length} records, which any page of one may show`;
      return onPages(context, judgement, length > 1, lacking);
    },
  };
}
