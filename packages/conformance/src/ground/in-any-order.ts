import { isObject } from "./json.ts";

/** Lists of words, which are sets wherever a write states one, in an order of their own. */
export function inAnyOrder(state: unknown): unknown {
  if (Array.isArray(state))
    return state.every((one) => typeof one === "string") ? state.toSorted() : state.map(inAnyOrder);
  if (!isObject(state)) return state;
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, inAnyOrder(value)]));
}
