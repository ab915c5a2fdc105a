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

/** The two lists that a whole project fills. The others depend on one record, or on the history of clusters. */
export const bigLists = is("listAlertConfigs", "listAlerts");

/** Needs this many records in the two big lists, where the preflight counts them; other lists need nothing. */
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

/**
 * The judgement if the list has too few records for a failure. listAlertConfigs, the longest list in most projects,
 * must show the rule; for other lists it does not apply.
 */
export const tooFew = ({ operation }: Context, lacking: string): Judgement =>
  operation.id === "listAlertConfigs" ? inconclusive(lacking) : nothingToAsk(lacking);

/** A pass of a rule about pages counts only if the list has enough records for a failure. */
export const onPages = (context: Context, judgement: Judgement, able: boolean, lacking: string): Judgement =>
  judgement.kind !== "holds" || able ? judgement : tooFew(context, lacking);

/**
 * Whether the list now ends before the page, because another client removed records; then the target may refuse the
 * page.
 */
export const isPastTheEnd = async (ask: Ask, context: Context, size: number, pageNum: number): Promise<boolean> => {
  const whole = await ask(callOf(context, { ...page({ itemsPerPage: 500 }), send: "again" }));
  return lengthOf(whole) <= size * (pageNum - 1);
};
