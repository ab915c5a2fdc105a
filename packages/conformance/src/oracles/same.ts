import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { preview } from "@plumbline/schemas/validate";
import { jsonOf, member } from "../expect/answers.ts";
import { expects, type Judgement } from "../judgement.ts";
import { listIn } from "./envelope.ts";

/** Both bodies say the same, member order aside. */
export function sameJson(one: Exchange, other: Exchange, expected: string): Judgement {
  const [first, second] = [jsonOf(one), jsonOf(other)];
  return expects(isDeepStrictEqual(first, second), expected, () => difference(first, second));
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
