import { member } from "../ground/json.ts";
import { repeated } from "./repeated.ts";

/** An id that two of the items have; `undefined` where each that shows one has its own. Pure. */
export function repeatedId(items: readonly unknown[]): string | undefined {
  return repeated(items.map((item) => member(item, "id")).filter((id) => typeof id === "string"));
}
