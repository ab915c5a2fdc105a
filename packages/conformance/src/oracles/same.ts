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

/** Both bodies say the same, member order and what moves by itself aside. */
export function sameJson(one: Exchange, other: Exchange, expected: string): Judgement {
  const [first, second] = [withoutMoving(jsonOf(one)), withoutMoving(jsonOf(other))];
  return expects(isDeepStrictEqual(first, second), expected, () => difference(first, second));
}

/** Two answers to reads that mean the same hold the same. */
export const sameRead = (one: Exchange, other: Exchange, expected: string): Judgement =>
  sameValue(jsonOf(one), jsonOf(other), expected);

/** Two bodies of one read say the same; how lists are compared `listDifference` says. */
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

/**
 * Whether this page is all of its list; without a total, a page is all of it if it holds fewer records than a page can.
 */
function isWhole(json: unknown, length: number): boolean {
  const total = member(json, "totalCount");
  return typeof total === "number" ? total === length : Array.isArray(json) || length < LIMITS.itemsPerPage.default;
}

/** The member `name` of each record of a list, in order; records without this member are left out. */
export function idsIn(exchange: Exchange, name = "id"): readonly string[] {
  return (listIn(jsonOf(exchange)) ?? []).map((record) => member(record, name)).filter((id) => typeof id === "string");
}

/** The number of records on a page; 0 if the answer holds no list. */
export const lengthOf = (exchange: Exchange): number => listIn(jsonOf(exchange))?.length ?? 0;
