// Compiles one package: `node ../../scripts/compile.mjs` is the build of each.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packages, stamp } from "./built.mjs";

/** What is made of the compiled code of a package: documents, JSON Schema files and validators stand beside it. */
const DERIVED = { schemas: "dist/derive/build.js" };
/** Types need more to be installed than the program does. */
const UNCHECKED = ["--noCheck", "--declaration", "false", "--types", "null"];

/** Makes `dist` of a package and returns the exit code; without `checked` nothing but JavaScript is written, and fast. */
export async function compile(name, { checked = true } = {}) {
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
  const compiled = await run(name, [compiler, "-p", "tsconfig.build.json", ...(checked ? [] : UNCHECKED)]);
  if (compiled !== 0) return compiled;
  const derived = DERIVED[name] === undefined ? 0 : await run(name, [DERIVED[name]]);
  if (derived === 0) stamp(name);
  return derived;
}

function run(name, args) {
  // Standard output is the program's own.
  const child = spawn(process.execPath, args, { cwd: join(packages, name), stdio: ["ignore", 2, 2] });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 130)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await compile(process.cwd().slice(packages.length + 1));
