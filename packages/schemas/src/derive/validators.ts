import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { type BoundOperation, bindContract } from "../bind.ts";
import { standardError } from "../errors.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Result } from "../operation.ts";
import { operations } from "../operations.ts";
import { tokenError } from "../resources/token.ts";
import { cappedErrors } from "../validate/capped-errors.ts";
import { createCompiler } from "../validate/compiler.ts";
import { validatorFile } from "../validate/precompiled.ts";
import type { Mode } from "../validate/support.ts";
import { assertionsOf } from "./assertions-of.ts";
import { compactCode } from "./compact-code.ts";
import { BUNDLED_PROFILES } from "./outputs.ts";

/**
 * Code of the validators of every body and answer under the bundled profiles, by the path where validate.ts looks for
 * it.
 */
export function validators(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (schema: JsonSchema, mode: Mode): void => {
    const path = `validators/${validatorFile(schema, mode)}`;
    if (!files.has(path)) files.set(path, codeOf(schema, mode));
  };
  for (const profile of BUNDLED_PROFILES) {
    for (const operation of bindContract(profile).operations) {
      for (const body of bodies(operation)) add(body, "requests");
      for (const answer of answers(operation)) add(answer, "answers");
    }
  }
  for (const part of partsOfIndexes()) add(part, "requests");
  add(standardError, "answers");
  add(tokenError, "answers");
  return files;
}

/** Members of definitions and analyzers of text indexes, which the reference validates one by one. */
function partsOfIndexes(): readonly JsonSchema[] {
  const { result, inVersion } = operations.createSearchIndex;
  const schemaOf = (one: Result | undefined): JsonSchema => (one !== undefined && "schema" in one ? one.schema : {});
  const definition = schemaOf(result).properties?.["latestDefinition"];
  const analyzer = schemaOf(inVersion?.["1.0"]?.result).properties?.["analyzers"]?.items;
  return [...Object.values(definition?.properties ?? {}), ...(analyzer === undefined ? [] : [analyzer])];
}

const bodies = ({ routes }: BoundOperation): readonly JsonSchema[] =>
  routes.flatMap(({ body }) => (body ? [body.schema] : []));

/** Answers, and the records of a page or list, which are also validated individually. */
const answers = ({ routes }: BoundOperation): readonly JsonSchema[] =>
  routes.flatMap(({ result }) => {
    if (!("schema" in result)) return [];
    return "items" in result ? [result.schema, result.items] : [result.schema];
  });

/** Code of a function that receives its own `require`, so that the file is self-contained and loads nothing of Ajv. */
function codeOf(schema: JsonSchema, mode: Mode): string {
  const ajv = createCompiler(mode, { code: { source: true, formats: _`require("formats")` } });
  const code = compactCode(cappedErrors(standaloneCode.default(ajv, ajv.compile(assertionsOf(schema)))));
  return `module.exports = (require) => {\nconst module = {};\n${code}\nreturn module.exports;\n};\n`;
}
