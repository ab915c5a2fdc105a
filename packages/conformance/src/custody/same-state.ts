import { isDeepStrictEqual } from "node:util";
import type { Contract } from "@plumbline/schemas";
import { inAnyOrder } from "../ground/in-any-order.ts";
import { fieldsOf } from "../ground/json.ts";
import { described } from "../oracles/described.ts";
import { withoutIds } from "../writes/backup-policies.ts";
import type { Changes } from "../writes/write.ts";

/**
 * The names of the members in which a restored state differs from the current read; empty if they are the same. Pure.
 */
export function differing(
  { before, comparable = withoutIds, restore }: Changes,
  wanted: unknown,
  json: unknown,
  contract: Contract,
): readonly string[] {
  const shown = before(json, contract);
  if (typeof shown === "string") return [shown];
  const { body } = contract.operation(restore);
  const stated = (state: unknown): unknown => inAnyOrder(comparable(described(state, body ? [body.schema] : [])));
  const [one, other] = [stated(wanted), stated(shown)];
  if (isDeepStrictEqual(one, other)) return [];
  if (Array.isArray(one) || Array.isArray(other)) return ["the list"];
  const names = new Set([...Object.keys(fieldsOf(one)), ...Object.keys(fieldsOf(other))]);
  return [...names].filter((name) => !isDeepStrictEqual(fieldsOf(one)[name], fieldsOf(other)[name]));
}
