import { type Fields, isContainer } from "../ground/json.ts";

/**
 * A state with the ids that another state has at the same places, and without an id where the other has none. A target
 * may give a part of a state a new id, or remove the part, and then know the former id no more. Pure.
 */
export function withIdsOf(state: unknown, other: unknown): unknown {
  if (!isContainer(state)) return state;
  const others: Fields = isContainer(other) ? (other as Fields) : {};
  const entries = Object.entries(state).flatMap(([name, inner]): readonly [string, unknown][] => {
    const shown = others[name];
    if (name !== "id") return [[name, withIdsOf(inner, shown)]];
    return typeof shown === "string" ? [[name, shown]] : [];
  });
  return Array.isArray(state) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
