import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { LIMITS } from "@plumbline/schemas";
import { jsonOf } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import { broken, expects, type Judgement, upheld } from "../ground/judgement.ts";
import { difference } from "./difference.ts";
import { listIn } from "./envelope.ts";
import { listDifference } from "./list-difference.ts";
import { withoutMoving } from "./without-moving.ts";

/** Judges whether both bodies are equal, except for the order of members and for values that change by themselves. */
export function sameJson(one: Exchange, other: Exchange, expected: string): Judgement {
  const [first, second] = [withoutMoving(jsonOf(one)), withoutMoving(jsonOf(other))];
  return expects(isDeepStrictEqual(first, second), expected, () => difference(first, second));
}

/** Judges whether the answers to two equivalent reads are equal. */
export const sameRead = (one: Exchange, other: Exchange, expected: string): Judgement =>
  sameValue(jsonOf(one), jsonOf(other), expected);

/** Judges whether two bodies of one read are equal; `listDifference` compares lists. */
export function sameValue(one: unknown, other: unknown, expected: string): Judgement {
  const [first, second] = [withoutMoving(one), withoutMoving(other)];
  const [left, right] = [listIn(first), listIn(second)];
  if (left === undefined || right === undefined)
    return expects(isDeepStrictEqual(first, second), expected, () => difference(first, second));
  const around = [first, second].map((json) => (Array.isArray(json) ? [] : { ...(json as object), results: 0 }));
  if (left.length === right.length && !isDeepStrictEqual(around[0], around[1]))
    return broken(expected, difference(around[0], around[1]));
  const different = listDifference(left, right, isWhole(first, left.length));
  return different === undefined ? upheld : broken(expected, different);
}

/** Whether a page has the complete list. A page without a total is complete if it has fewer records than fit. */
function isWhole(json: unknown, length: number): boolean {
  const total = member(json, "totalCount");
  return typeof total === "number" ? total === length : Array.isArray(json) || length < LIMITS.itemsPerPage.default;
}

/** The member `name` of each record of a list, in order, without the records that lack it. */
export function idsIn(exchange: Exchange, name = "id"): readonly string[] {
  return (listIn(jsonOf(exchange)) ?? []).map((record) => member(record, name)).filter((id) => typeof id === "string");
}

/** The number of records on a page; 0 if the answer has no list. */
export const lengthOf = (exchange: Exchange): number => listIn(jsonOf(exchange))?.length ?? 0;
