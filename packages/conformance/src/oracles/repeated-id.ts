import { member } from "../ground/json.ts";
import { repeated } from "./repeated.ts";

/** An id that two items share; `undefined` if no two do. Items without an id are ignored. Pure. */
export function repeatedId(items: readonly unknown[]): string | undefined {
  return repeated(items.map((item) => member(item, "id")).filter((id) => typeof id === "string"));
}
