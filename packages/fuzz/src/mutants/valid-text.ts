import { exampleOf } from "@plumbline/schemas";
import type { Spot } from "./fault.ts";

/** A text that the spot's schema accepts: the one that stands there, or the schema's own example. */
export function validText({ value, schema }: Spot): string {
  return typeof value === "string" ? value : String(exampleOf(schema));
}
