import { isObject } from "../ground/json.ts";
import type { Shape } from "./shape.ts";

/**
 * The part of a request that describes a record, without ids and members that the schema does not list: the server
 * decides those. Pure.
 */
export function stated(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => stated(one, shape?.items));
  if (!isObject(value) || shape === undefined || shape.isFree) return value;
  const known = Object.entries(value).flatMap(([name, inner]) => {
    const own = name === "id" ? undefined : shape.member(name);
    return own === undefined ? [] : [[name, stated(inner, own)] as const];
  });
  return Object.fromEntries(known);
}
