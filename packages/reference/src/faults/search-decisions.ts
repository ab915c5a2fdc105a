import type { SearchBehaviour } from "../rules/search.ts";
import type { Fault } from "./fault.ts";

/** Replaces some decisions about search. */
export const differs =
  (change: (search: SearchBehaviour) => Partial<SearchBehaviour>): Fault["change"] =>
  ({ search }) => ({ search: { ...search, ...change(search) } });
