import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { ValidateFunction } from "ajv";

/*
 * Access to the validators that the build wrote, one file per schema. When the package runs from source, there are
 * none.
 */

/** Creates a validator; `require` provides what its code needs by name. */
export type Maker = (require: (name: string) => unknown) => ValidateFunction;

const FOLDER = fileURLToPath(new URL("../validators/", import.meta.url));
const load = createRequire(import.meta.url);

/** Names of all validator files; empty if there are none. */
export function writtenFiles(): ReadonlySet<string> {
  try {
    return new Set(readdirSync(FOLDER));
  } catch {
    return new Set();
  }
}

/** Loads the function in one of these files. */
export const writtenIn = (file: string): Maker => load(FOLDER + file) as Maker;
