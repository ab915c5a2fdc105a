import { member } from "../json.ts";

/** An id that two of the items have; `undefined` where each that shows one has its own. Pure. */
export function repeatedId(items: readonly unknown[]): string | undefined {
  const ids = items.map((item) => member(item, "id")).filter((id) => typeof id === "string");
  return ids.find((id, index) => ids.indexOf(id) !== index);
}
