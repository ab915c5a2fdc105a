import type { JsonSchema } from "../json-schema.ts";
import { mapParts } from "./map-parts.ts";

/** A schema without annotations: it validates the same values and is smaller. */
export function assertionsOf(schema: JsonSchema): JsonSchema {
  const told = Object.entries(mapParts(schema, assertionsOf));
  return Object.fromEntries(told.filter(([keyword]) => !keyword.startsWith("x-") && !ANNOTATIONS.has(keyword)));
}

const ANNOTATIONS: ReadonlySet<string> = new Set<keyof JsonSchema>([
  "$id",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
]);
