import type { Exchange } from "@plumbline/client";
import { callOf } from "../../expect/cases.ts";
import { jsonOf } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import { inconclusive, type Judgement, nothingToAsk } from "../../ground/judgement.ts";
import { idsIn, lengthOf } from "../../oracles/same.ts";
import type { Need } from "../../rule/need.ts";
import type { Context } from "../../rule/requirement.ts";
import { is } from "../shared/subjects.ts";

/** The two lists that a whole project fills; the others depend on one record, or on what clusters went through. */
export const bigLists = is("listAlertConfigs", "listAlerts");

/** Needs so many records where the doctor counts them, in the two big lists; for other lists it needs nothing. */
export const records = ({ operation }: Context, count: number): readonly Need[] =>
  operation.id === "listAlerts" || operation.id === "listAlertConfigs"
    ? [{ kind: "records", operation: operation.id, count }]
    : [];

/** A change of a call with query parameters, written as text. */
export const page = (query: Readonly<Record<string, string | number>>) => ({
  query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
});

/** The member `totalCount` as the target sent it, of any type. */
export const totalOf = (exchange: Exchange): unknown => member(jsonOf(exchange), "totalCount");

/** The values that distinguish the records of the list, in order. */
export const namesOn = ({ operation: { result } }: Context, exchange: Exchange): readonly string[] =>
  idsIn(exchange, result.kind === "paged" ? result.items.required?.[0] : undefined);

/** Too little in the list for a no. The longest of most projects has to show the rule; of the others nothing is asked. */
export const tooFew = ({ operation }: Context, lacking: string): Judgement =>
  operation.id === "listAlertConfigs" ? inconclusive(lacking) : nothingToAsk(lacking);

/** A yes about the pages of a list counts only where there is enough for a no. */
export const onPages = (context: Context, judgement: Judgement, able: boolean, lacking: string): Judgement =>
  judgement.kind !== "holds" || able ? judgement : tooFew(context, lacking);

/** Another client removed records between two pages: the target may refuse a page beyond the end. */
export const isPastTheEnd = async (ask: Ask, context: Context, size: number, pageNum: number): Promise<boolean> => {
  const whole = await ask(callOf(context, { ...page({ itemsPerPage: 500 }), send: "again" }));
  return lengthOf(whole) <= size * (pageNum - 1);
};
