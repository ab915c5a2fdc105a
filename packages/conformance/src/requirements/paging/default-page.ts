import type { Exchange } from "@plumbline/client";
import { brief, compares } from "../../expect/cases.ts";
import { wasAccepted } from "../../ground/answers.ts";
import type { Call } from "../../ground/call.ts";
import { broken, inconclusive } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { pool } from "../../kernel/pool.ts";
import { lengthOf, sameRead } from "../../oracles/same.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import type { World } from "../../target/world.ts";
import { is } from "../shared/subjects.ts";
import { onPages, page } from "./page-steps.ts";

/** The default number of records on a page. */
const USUAL = 100;

const AT_A_TIME = 4;

/** The page without a stated size. For the one list that a run can fill and empty, it creates records first. */
export const defaultPage = (context: Context): Case =>
  holdsTooFew(context, context.world) ? amongMore(context) : usualPage(context);

/** Whether the list needs more records to show a page of the default size. */
export const holdsTooFew = (subject: Subject, { records: seen }: World): boolean =>
  is("listAlertConfigs")(subject) && (seen.listAlertConfigs ?? USUAL) < USUAL;

/** Reads the list without a size, then with the default size, then with a larger size. */
const usualPage = (context: Context, more: Pick<Call, "send"> = {}): Case =>
  compares(
    context,
    "without itemsPerPage, then itemsPerPage=100",
    [{}, page({ itemsPerPage: USUAL }), page({ itemsPerPage: 499 })].map((change) => ({ ...change, ...more })),
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

/** The default page of a list to which the check adds enough records to see one. */
function amongMore(context: Context): Case {
  const { world, version } = context;
  const lacking = USUAL + 1 - (world.records.listAlertConfigs ?? 0);
  const whole = usualPage(context, { send: "again" });
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
          const exchange = await ask({ operation: "createAlertConfig", version, body, send: "again" });
          if (!wasAccepted(exchange)) refusals.push(exchange);
        },
      );
      const [refusal] = refusals;
      if (refusal === undefined) return whole.ask(ask);
      return inconclusive(
        `a page shows its default size among more than ${USUAL} records, and no more can be created (${brief(refusal)})`,
      );
    },
  };
}
