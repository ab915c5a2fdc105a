import type { JsonSchema } from "@plumbline/schemas";
import { isUndescribed } from "../ground/call.ts";
import { isContainer } from "../ground/json.ts";
import { quotedText } from "../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../ground/watched-exchange.ts";

/** The members that the contract does not list, with their places; `undefined` if there are none. */
export function unknownMembers({ answer, operation, call }: WatchedExchange): string | undefined {
  const result = operation.result;
  if (!succeeded(answer) || isUndescribed(call) || call.query?.["envelope"] === "true") return undefined;
  if (!("schema" in result)) return undefined;
  const found = new Set<string>();
  walk(answer.json, result.schema, "", found);
  return found.size === 0 ? undefined : [...found].sort().slice(0, 20).join(", ");
}

function walk(value: unknown, schema: JsonSchema, place: string, found: Set<string>): void {
  if (Array.isArray(value)) {
    // The first five records suffice, because the records of a long list are alike.
    if (schema.items) for (const item of value.slice(0, 5)) walk(item, schema.items, `${place}[]`, found);
    return;
  }
  if (!isContainer(value) || !schema.properties) return;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (known) walk(inner, known, place === "" ? name : `${place}.${name}`, found);
    else found.add(`${place === "" ? "" : `${place}.`}${quotedText(name, 60)}`);
  }
}
