import { type JsonSchema, operations, type Result } from "@plumbline/schemas";
import type { Validator } from "@plumbline/schemas/validate";
import type { Fields } from "../records/fields.ts";
import { listMember, only } from "./members.ts";

/*
 * The members of a text index that the catalogue has in answers. The server stores the members of a body that an answer
 * can show.
 */

const { result: defined, inVersion } = operations.createSearchIndex;
const schemaIn = (result: Result | undefined): JsonSchema =>
  result !== undefined && "schema" in result ? result.schema : {};
const DEFINITION = schemaIn(defined).properties?.["latestDefinition"]?.properties ?? {};
const FLAT_ANALYZER = schemaIn(inVersion?.["1.0"]?.result).properties?.["analyzers"]?.items ?? {};

/** The members that both forms of a text index share, in addition to its names. */
export const TEXT_MEMBERS = Object.keys(DEFINITION);
/** The default of `analyzer` in the catalogue, for a text index whose definition names none. */
export const STANDARD_ANALYZER = DEFINITION["analyzer"]?.default;
/** The built-in analyzers, with the neutral prefix. */
export const BUILT_IN_ANALYZERS: readonly unknown[] = DEFINITION["analyzer"]?.["x-known-values"] ?? [];

/** A definition without members of the wrong type. Only a faulty server accepts such members. */
export function wellFormed(validator: Validator, definition: Fields): Fields {
  return Object.fromEntries(
    Object.entries(definition).filter(([name, value]) => {
      const schema = Object.hasOwn(DEFINITION, name) ? DEFINITION[name] : undefined;
      return schema === undefined || validator.accepts(schema, value);
    }),
  );
}

/** A definition in the flat form: without analyzers whose parts only the other form allows. */
export function flattened(validator: Validator, definition: Fields): Fields {
  const text = only(definition, TEXT_MEMBERS);
  if (text["analyzers"] === undefined) return text;
  return { ...text, analyzers: flatAnalyzers(validator, listMember(text, "analyzers")) };
}

/** The analyzers that the flat form can show. */
export function flatAnalyzers(validator: Validator, analyzers: readonly Fields[]): readonly Fields[] {
  return analyzers.filter((analyzer) => validator.accepts(FLAT_ANALYZER, analyzer));
}
