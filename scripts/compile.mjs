// Compiles one package: each package's build runs `node ../../scripts/compile.mjs`.
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pruneTypes } from "./prune-types.mjs";
import { packages, program, stamp } from "./stamp.mjs";

const freeze = join(dirname(fileURLToPath(import.meta.url)), "freeze.mjs");
/**
 * Commands that derive files from the compiled code of a package: documents, JSON Schema files and validators, and
 * lists.
 */
const DERIVED = {
  schemas: [["dist/derive/build.js"]],
  conformance: [[freeze, "dist/requirements/listed-requirements.js"]],
  reference: [
    [freeze, "dist/faults/listed-faults.js"],
    [freeze, "dist/variants/listed-variants.js"],
  ],
};
/** Flags for an installation without the packages that types need. */
const UNCHECKED = ["--noCheck", "--declaration", "false", "--types", "null"];

/** Builds `dist` of a package and returns the exit code. The packages that it imports must be built already. */
export async function build(name) {
  const status = await compile(name);
  if (status !== 0) return status;
  pruneTypes(join(packages, name));
  return derive(name);
}

/** Compiles a package; without `checked`, only to JavaScript and fast. */
export function compile(name, { checked = true } = {}) {
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
  // Source maps make stacks refer to the sources; they work only in the workspace, which contains these.
  return run(name, [compiler, "-p", "tsconfig.build.json", "--sourceMap", ...(checked ? [] : UNCHECKED)]);
}

/** Runs the derived commands, and notes that the package is built. */
export async function derive(name) {
  for (const args of DERIVED[name] ?? []) {
    const status = await run(name, args);
    if (status !== 0) return status;
  }
  stamp(name);
  return name === "cli" ? bundle() : 0;
}

/**
 * Makes the program in few files of all packages, which are built. An installation for running the program only has no
 * bundler; it runs `dist`.
 */
export async function bundle() {
  if (existsSync(join(packages, "cli/node_modules/rolldown"))) return run("cli", ["bundle/program.mjs"]);
  rmSync(program, { recursive: true, force: true });
  return 0;
}

function run(name, args) {
  // Standard output is reserved for the program.
  const child = spawn(process.execPath, args, { cwd: join(packages, name), stdio: ["ignore", 2, 2] });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 130)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await build(process.cwd().slice(packages.length + 1));
