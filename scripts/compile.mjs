// Compiles one package: `node ../../scripts/compile.mjs` is the build of each.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pruneTypes } from "./prune-types.mjs";
import { packages, stamp } from "./stamp.mjs";

const freeze = join(dirname(fileURLToPath(import.meta.url)), "freeze.mjs");
/** What is made of the compiled code of a package: documents, JSON Schema files and validators, and lists. */
const DERIVED = {
  schemas: [["dist/derive/build.js"]],
  conformance: [[freeze, "dist/requirements/listed-requirements.js"]],
  reference: [
    [freeze, "dist/faults/listed-faults.js"],
    [freeze, "dist/variants/listed-variants.js"],
  ],
};
/** Types need more to be installed than the program does. */
const UNCHECKED = ["--noCheck", "--declaration", "false", "--types", "null"];

/** Makes `dist` of a package and returns the exit code: what it imports of others is made already. */
export async function build(name) {
  const status = await compile(name);
  if (status !== 0) return status;
  pruneTypes(join(packages, name));
  return derive(name);
}

/** Writes the code of a package; without `checked` only JavaScript, and fast. */
export function compile(name, { checked = true } = {}) {
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
  // Stacks lead to the sources; a map stands in the workspace alone, where they are.
  return run(name, [compiler, "-p", "tsconfig.build.json", "--sourceMap", ...(checked ? [] : UNCHECKED)]);
}

/** Makes the rest of it, and notes that it is made. */
export async function derive(name) {
  for (const args of DERIVED[name] ?? []) {
    const status = await run(name, args);
    if (status !== 0) return status;
  }
  stamp(name);
  return 0;
}

function run(name, args) {
  // Standard output is the program's own.
  const child = spawn(process.execPath, args, { cwd: join(packages, name), stdio: ["ignore", 2, 2] });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 130)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await build(process.cwd().slice(packages.length + 1));
