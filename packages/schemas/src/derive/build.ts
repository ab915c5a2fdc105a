/*
 * The second half of the package's build, run after tsc has written dist: documents, JSON Schema files and validators
 * go beside the compiled code, which is where this file then stands.
 */
import { fileURLToPath } from "node:url";
import { outputs } from "./outputs.ts";
import { validators } from "./validators.ts";
import { writeFiles } from "./write-files.ts";

writeFiles(fileURLToPath(new URL("../", import.meta.url)), new Map([...outputs(), ...validators()]));
