import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";
import type { JsonSchema } from "../json-schema.ts";
import { boundedRegExp, formatsOf, type Mode } from "./support.ts";
import { type Maker, writtenFiles, writtenIn } from "./written.ts";

const require = createRequire(import.meta.url);
const loaded = new Map<string, ValidateFunction>();
let present: ReadonlySet<string> | undefined;

/**
 * The validator that the build made for a schema, if any. It is found by the content of the schema: a profile's copy of
 * a schema has the same validator, and a schema that changed since the build has none.
 */
export function precompiled(schema: JsonSchema, mode: Mode): ValidateFunction | undefined {
  present ??= writtenFiles();
  if (present.size === 0) return undefined;
  const file = validatorFile(schema, mode);
  if (!present.has(file)) return undefined;
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const made = loadValidator(writtenIn(file), mode);
  loaded.set(file, made);
  return made;
}

/** Creates a validator from the code that the build wrote for a mode. */
export const loadValidator = (make: Maker, mode: Mode): ValidateFunction => make((name) => required(name, mode));

/** Name of the file with the validator of a schema. */
export function validatorFile(schema: JsonSchema, mode: Mode): string {
  const content = createHash("sha256").update(JSON.stringify(schema)).digest("hex").slice(0, 24);
  return `${mode}-${content}.cjs`;
}

/** The functions that Ajv's code requires, by the names that it uses. */
function required(name: string, mode: Mode): unknown {
  switch (name) {
    case "ajv/dist/runtime/ucs2length":
      return require("ajv/dist/runtime/ucs2length");
    case "ajv/dist/runtime/equal":
      return require("ajv/dist/runtime/equal");
    case "boundedRegExp":
      return boundedRegExp;
    case "formats":
      return formatsOf(mode);
    default:
      throw new Error(`a compiled validator asks for "${name}", which is not provided: build the package again`);
  }
}
