import { isObject } from "../../ground/json.ts";

/** A body without its texts and numbers: those are names and the like. */
export function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formOf).join()}]`;
  if (!isObject(value)) return typeof value;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${formOf(inner)}`)
    .toSorted()
    .join()}}`;
}
