import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { preview } from "@plumbline/schemas/validate";
import { jsonOf, member } from "../expect/answers.ts";
import { broken, expects, holds, type Judgement } from "../judgement.ts";
import { listIn } from "./envelope.ts";
import { withoutMoving } from "./without-moving.ts";

/** Both bodies say the same, member order and what moves by itself aside. */
export function sameJson(one: Exchange, other: Exchange, expected: string): Judgement {
  const [first, second] = [withoutMoving(jsonOf(one)), withoutMoving(jsonOf(other))];
  return expects(isDeepStrictEqual(first, second), expected, () => difference(first, second));
}

/**
 * Two answers to reads that mean the same hold the same. The order of a list is not given, so lists are compared as far
 * as that allows: as many records, the same members around them, and no record that differs from its namesake.
 */
export function sameRead(one: Exchange, other: Exchange, expected: string): Judgement {
  const [first, second] = [withoutMoving(jsonOf(one)), withoutMoving(jsonOf(other))];
  const [left, right] = [listIn(first), listIn(second)];
  if (left === undefined || right === undefined) return sameJson(one, other, expected);
  if (left.length !== right.length)
    return broken(expected, `${left.length} records in one and ${right.length} in the other`);
  const around = isDeepStrictEqual({ ...(first as object), results: 0 }, { ...(second as object), results: 0 });
  if (!Array.isArray(first) && !around)
    return broken(expected, difference({ ...(first as object), results: 0 }, { ...(second as object), results: 0 }));
  const namesakes = new Map(right.map((record) => [member(record, "id"), record]));
  for (const record of left) {
    const namesake = namesakes.get(member(record, "id"));
    if (member(record, "id") !== undefined && namesake !== undefined && !isDeepStrictEqual(record, namesake)) {
      return broken(expected, difference(record, namesake));
    }
  }
  return holds;
}

/** The first place where two JSON values differ, in words. */
export function difference(one: unknown, other: unknown, pointer = ""): string {
  if (pointer.length < 400 && typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [left, right] = [(one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]];
      if (!isDeepStrictEqual(left, right)) return difference(left, right, `${pointer}/${key}`);
    }
  }
  return `${preview(one, 60)} in one and ${preview(other, 60)} in the other${pointer === "" ? "" : `, at ${pointer}`}`;
}

/** Ids of the records of a list, in order; records without one are left out. */
export function idsIn(exchange: Exchange): readonly string[] {
  return (listIn(jsonOf(exchange)) ?? []).map((record) => member(record, "id")).filter((id) => typeof id === "string");
}

export const lengthOf = (exchange: Exchange): number => listIn(jsonOf(exchange))?.length ?? 0;
