import { isObject } from "./json.ts";

/** Sorts the lists of strings in a state: such lists are sets in every write, so their order means nothing. */
export function inAnyOrder(state: unknown): unknown {
  if (Array.isArray(state))
    return state.every((one) => typeof one === "string") ? state.toSorted() : state.map(inAnyOrder);
  if (!isObject(state)) return state;
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, inAnyOrder(value)]));
}
