import { isObject } from "../ground/json.ts";
import type { Shape } from "./shape.ts";

/** What of a request states something of a record: what its schema does not list, and ids, are the server's own. Pure. */
export function stated(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => stated(one, shape?.items));
  if (!isObject(value) || shape === undefined || shape.isFree) return value;
  const known = Object.entries(value).flatMap(([name, inner]) => {
    const own = name === "id" ? undefined : shape.member(name);
    return own === undefined ? [] : [[name, stated(inner, own)] as const];
  });
  return Object.fromEntries(known);
}
