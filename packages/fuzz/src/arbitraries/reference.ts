import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { AnySchema } from "./keywords.ts";

/**
 * The target of a reference within the whole schema.
 * @throws UnsupportedKeywordError for an external reference, or one without a target.
 */
export function referred(root: AnySchema, reference: string, pointer: string): AnySchema {
  const [, path] = /^#((?:\/.*)?)$/s.exec(reference) ?? [];
  if (path === undefined)
    throw new UnsupportedKeywordError(
      "$ref",
      pointer,
      `"${reference}" leads out of the schema: put the part into $defs`,
    );
  const names = decodeURIComponent(path).split("/").slice(1);
  let part: unknown = root;
  for (const name of names) part = own(part, name.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (typeof part !== "boolean" && (typeof part !== "object" || part === null || Array.isArray(part)))
    throw new UnsupportedKeywordError("$ref", pointer, `there is no schema at "${reference}"`);
  return part as AnySchema;
}

const own = (part: unknown, name: string): unknown =>
  typeof part === "object" && part !== null && Object.hasOwn(part, name)
    ? (part as Readonly<Record<string, unknown>>)[name]
    : undefined;
