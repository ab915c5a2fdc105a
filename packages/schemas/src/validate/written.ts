import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { ValidateFunction } from "ajv";

/* Where validators stand that the build wrote, one file for each schema. From source there are none. */

/** A validator, given what its code asks for by name. */
export type Maker = (require: (name: string) => unknown) => ValidateFunction;

const FOLDER = fileURLToPath(new URL("../validators/", import.meta.url));
const load = createRequire(import.meta.url);

/** Names of all files. */
export function writtenFiles(): ReadonlySet<string> {
  try {
    return new Set(readdirSync(FOLDER));
  } catch {
    return new Set();
  }
}

/** What stands in one of them. */
export const writtenIn = (file: string): Maker => load(FOLDER + file) as Maker;
