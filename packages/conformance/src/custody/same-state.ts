import { isDeepStrictEqual } from "node:util";
import type { Contract } from "@plumbline/schemas";
import { withoutIds } from "../writes/backup-policies.ts";
import type { Changes } from "../writes/write.ts";

/**
 * The members in which a state that was put back differs from what a read shows now, by name; none when they are the
 * same. Pure.
 */
export function differing(
  { before, comparable = withoutIds }: Changes,
  wanted: unknown,
  json: unknown,
  contract: Contract,
): readonly string[] {
  const shown = before(json, contract);
  if (typeof shown === "string") return [shown];
  const [one, other] = [comparable(wanted), comparable(shown)];
  if (isDeepStrictEqual(one, other)) return [];
  if (Array.isArray(one) || Array.isArray(other)) return ["the list"];
  const names = new Set([...Object.keys(Object(one)), ...Object.keys(Object(other))]);
  return [...names].filter((name) => !isDeepStrictEqual(Object(one)[name], Object(other)[name]));
}
