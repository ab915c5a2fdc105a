/*
 * The second half of the package's build, which runs after tsc has written dist: writes documents, JSON Schema files
 * and validators next to the compiled code, which then includes this file.
 */
import { fileURLToPath } from "node:url";
import { outputs } from "./outputs.ts";
import { validators } from "./validators.ts";
import { writeFiles } from "./write-files.ts";

writeFiles(fileURLToPath(new URL("../", import.meta.url)), new Map([...outputs(), ...validators()]));
