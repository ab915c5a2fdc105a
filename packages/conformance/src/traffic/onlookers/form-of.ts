import { isObject } from "../../ground/json.ts";

/** The structure of a body: its member names and types, without values such as names. */
export function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formOf).join()}]`;
  if (!isObject(value)) return typeof value;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${formOf(inner)}`)
    .toSorted()
    .join()}}`;
}
