import { type Fields, isContainer } from "../ground/json.ts";

/**
 * A state with the ids that another state has at the same places. A target may give a part of a state a new id, and
 * then know no other. Pure.
 */
export function withIdsOf(state: unknown, other: unknown): unknown {
  if (!isContainer(state) || !isContainer(other)) return state;
  const others = other as Fields;
  const entries = Object.entries(state).map(([name, inner]): [string, unknown] => {
    const shown = others[name];
    return [name, name === "id" && typeof shown === "string" ? shown : withIdsOf(inner, shown)];
  });
  return Array.isArray(state) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
