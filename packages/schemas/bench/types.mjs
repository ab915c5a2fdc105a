// Generates types from every exported OpenAPI document with openapi-typescript, and compiles a program that uses them
// with openapi-fetch.
//
// node packages/schemas/bench/types.mjs
//
// Both are installed in a temporary folder. The workspace's own TypeScript compiles each program in strict mode, and
// the same program with a member of the wrong type, which it must refuse. Prints a line for each document; exits with 1
// when one is BAD.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { documents } from "./foreign/documents.mjs";
import { installed } from "./foreign/install.mjs";

const VERSIONS = { "openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0" };
const folder = installed(VERSIONS);
const generator = join(folder, "node_modules/openapi-typescript/bin/cli.js");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

const found = [...documents()].map(([file, document]) => {
  const name = file.replace(/\.json$/, "").replaceAll(".", "_");
  writeFileSync(join(folder, file), JSON.stringify(document));
  run([generator, file, "-o", `${name}.types.ts`]);
  const program = programFor(document, name);
  const wrong = program.replace(/"eventTypeName":"[^"]*"/, '"eventTypeName":5');
  if (wrong === program) throw new Error(`${file}: the example of an alert configuration has no eventTypeName`);
  writeFileSync(join(folder, `${name}.right.ts`), program);
  writeFileSync(join(folder, `${name}.wrong.ts`), wrong);
  return { file, name };
});

const errors = compiled(found.flatMap(({ name }) => [`${name}.right.ts`, `${name}.wrong.ts`]));
let bad = 0;
for (const { file, name } of found) {
  const [types, right, wrong] = ["types", "right", "wrong"].map((kind) => errors.get(`${name}.${kind}.ts`) ?? []);
  const refused = wrong.length > 0 && wrong.every((text) => text.includes("'string'"));
  const isBad = types.length + right.length > 0 || !refused;
  if (isBad) bad += 1;
  const { lines, members, unknown } = countsOf(join(folder, `${name}.types.ts`));
  console.log(
    `${isBad ? "BAD " : "ok  "} ${file}: ${lines} lines, ${members} members, ${unknown} of a form that is not given`,
  );
  for (const text of [...types, ...right].slice(0, 3)) console.log(`       ${text}`);
  if (!refused) console.log(`       a member of the wrong type: ${wrong.join("; ") || "not refused"}`);
}
const said = Object.entries(VERSIONS).map(([name, version]) => `${name} ${version}`);
console.log(`types: ${said.join(", ")}: ${found.length} documents, ${bad} with problems`);
process.exit(bad === 0 ? 0 : 1);

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
}

/** A typical first program: reads a list, and creates a record from the example of the document. */
function programFor(document, name) {
  const [list, create] = ["listAlertConfigs", "createAlertConfig"].map((id) => routeOf(document, id));
  const [[mediaType, { example }]] = Object.entries(create.operation.requestBody.content);
  return `import createClient from "openapi-fetch";
import type { paths } from "./${name}.types.js";

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8080" });
const params = { path: ${JSON.stringify(groupOf(create.path))} };
type Body = paths["${create.path}"]["post"]["requestBody"]["content"]["${mediaType}"];
const body: Body = ${JSON.stringify(example)};

export async function alertConfigurations(): Promise<readonly (boolean | null | undefined)[]> {
  const { data, error } = await client.GET("${list.path}", { params: { ...params, query: { itemsPerPage: 5 } } });
  if (error !== undefined || data === undefined) return [];
  const made = await client.POST("${create.path}", { params, body });
  const shown = made.data !== undefined && "enabled" in made.data ? [made.data.enabled] : [];
  return [...("results" in data ? (data.results ?? []).map(({ enabled }) => enabled) : []), ...shown];
}
`;
}

function routeOf(document, id) {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  return all.findLast(({ operation }) => operation.operationId.replace(/V\d$/, "") === id);
}

function groupOf(path) {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "0".repeat(24)]));
}

/** The errors of the compiler, by file. */
function compiled(files) {
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom"];
  const args = [compiler, ...flags, "--skipLibCheck", "false", "--types", "", "--pretty", "false", ...files];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 100_000_000 });
  const by = new Map();
  for (const [, file, text] of stdout.matchAll(/^(\S+\.ts)\(\d+,\d+\): (.*(?:\n {2}.*)*)/gm))
    by.set(file, [...(by.get(file) ?? []), text]);
  return by;
}

function countsOf(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  const members = lines.filter((line) => /^ +"?[\w.$-]+"?\??: /.test(line));
  return {
    lines: lines.length,
    members: members.length,
    unknown: members.filter((line) => line.endsWith(": unknown;")).length,
  };
}
