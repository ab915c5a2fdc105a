// Generates clients from the plain OpenAPI documents with three generators, and compiles them with the workspace's
// TypeScript.
//
// node packages/schemas/bench/generators.mjs
//
// The generators are installed in a temporary folder, in versions that run on Node 20.20. Prints a line for each
// document and generator; exits with 1 when one is BAD.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { documents } from "./foreign/documents.mjs";
import { installed } from "./foreign/install.mjs";

const VERSIONS = {
  orval: "7.13.2",
  "openapi-typescript": "7.13.0",
  "@hey-api/openapi-ts": "0.95.0",
  typescript: "5.9.3",
};
const folder = installed(VERSIONS);
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

writeFileSync(
  join(folder, "orval.mjs"),
  `import orval from "orval";
const [target, out] = process.argv.slice(2);
await orval.generate({ input: { target }, output: { target: out, client: "fetch", mode: "single" } });
`,
);

/** The program and arguments of each generator, which writes code for a document into a folder. */
const GENERATORS = {
  orval: (file, out) => ["orval.mjs", `./${file}`, `./${out}/api.ts`],
  "openapi-typescript": (file, out) => ["node_modules/openapi-typescript/bin/cli.js", file, "-o", `${out}/types.ts`],
  "@hey-api/openapi-ts": (file, out) => [
    "node_modules/@hey-api/openapi-ts/bin/run.js",
    ...["-i", file, "-o", out, "-c", "@hey-api/client-fetch"],
  ],
};

let bad = 0;
for (const [file, document] of documents()) {
  if (!file.includes(".plain.")) continue;
  writeFileSync(join(folder, file), JSON.stringify(document));
  for (const [generator, argumentsFor] of Object.entries(GENERATORS)) {
    const problems = problemsOf(file, generator, argumentsFor);
    if (problems.length > 0) bad += 1;
    console.log(`${problems.length > 0 ? "BAD " : "ok  "} ${file} ${generator}`);
    for (const problem of problems.slice(0, 3)) console.log(`       ${problem}`);
  }
}
const said = Object.entries(VERSIONS).map(([name, version]) => `${name} ${version}`);
console.log(`generators: ${said.join(", ")}: ${bad} with problems`);
process.exit(bad === 0 ? 0 : 1);

function problemsOf(file, generator, argumentsFor) {
  const out = join("out", file.replace(/\.json$/, ""), generator.replace(/\W+/g, "-"));
  mkdirSync(join(folder, out), { recursive: true });
  const made = spawnSync(process.execPath, argumentsFor(file, out), { cwd: folder, encoding: "utf8" });
  if (made.status !== 0) return [`it ended with ${made.status}: ${(made.stderr || made.stdout).trim().slice(-300)}`];
  const files = readdirSync(join(folder, out), { recursive: true }).filter((name) => name.endsWith(".ts"));
  if (files.length === 0) return ["it wrote nothing"];
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
  const target = ["--target", "es2022", "--lib", "es2022,dom"];
  const compiled = spawnSync(
    process.execPath,
    [compiler, ...flags, ...target, ...files.map((name) => join(out, name))],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  return compiled.status === 0 ? [] : compiled.stdout.split("\n").filter((line) => line.includes("error TS"));
}
