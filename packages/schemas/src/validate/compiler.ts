import { createRequire } from "node:module";
import type * as ajv2020 from "ajv/dist/2020.js";
import { cappedErrors } from "./capped-errors.ts";
import { boundedRegExp, formatsOf, type Mode } from "./support.ts";

/** Ajv for JSON Schema 2020-12. */
export type Compiler = InstanceType<typeof ajv2020.Ajv2020>;

const require = createRequire(import.meta.url);

/**
 * An Ajv for schemas that were not compiled ahead of time. Ajv is loaded on the first call, because loading takes 40
 * ms.
 */
export function createCompiler(mode: Mode, more: ajv2020.Options = {}): Compiler {
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof ajv2020;
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    discriminator: true,
    verbose: true,
    formats: formatsOf(mode),
    ...more,
    code: { ...more.code, regExp: boundedRegExp, process: cappedErrors },
  });
  ajv.addVocabulary(["x-values", "x-known-values", "x-suggested", "x-also", "x-level"]);
  return ajv;
}
