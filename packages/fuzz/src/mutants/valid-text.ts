import { exampleOf } from "@plumbline/schemas";
import type { Spot } from "./fault.ts";

/** A text that the spot's schema accepts: its current value, or the schema's example. */
export function validText({ value, schema }: Spot): string {
  return typeof value === "string" ? value : String(exampleOf(schema));
}
