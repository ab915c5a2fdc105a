// Checks every exported OpenAPI document with Redocly's recommended rules, and prints a line for each document and each
// kind of problem.
//
// node packages/schemas/bench/redocly.mjs
//
// Redocly is installed in a temporary folder. No rule is disabled. One place is ignored by name: two paths of the
// interface are ambiguous, which documents cannot change. Exits with 1 when there is a problem, or when that place no
// longer has one.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents } from "./foreign/documents.mjs";
import { installed } from "./foreign/install.mjs";

const VERSION = "2.77.0";
const folder = installed({ "@redocly/cli": VERSION });
const program = join(folder, "node_modules/@redocly/cli/bin/cli.js");

/**
 * `validate/{validationId}` and `{liveMigrationId}/cutover`: ids have 24 digits, which rules about paths do not
 * consider.
 */
const passedOver = (paths) =>
  paths.filter((path) => path.endsWith("/liveMigrations/{liveMigrationId}/cutover")).map(pointerOf);
const pointerOf = (path) => `#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const all = documents();
const places = new Map([...all].map(([name, { paths }]) => [name, passedOver(Object.keys(paths))]));
writeFileSync(join(folder, "redocly.yaml"), "extends: [recommended]\n");
writeFileSync(
  join(folder, ".redocly.lint-ignore.yaml"),
  JSON.stringify(Object.fromEntries([...places].map(([name, at]) => [name, { "no-ambiguous-paths": at }]))),
);

const kinds = new Map();
let bad = 0;
for (const [name, document] of all) {
  writeFileSync(join(folder, name), JSON.stringify(document));
  const args = [program, "lint", name, "--format=json", "--max-problems=10000"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off" };
  const run = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8", maxBuffer: 100_000_000 });
  const { totals, problems } = JSON.parse(run.stdout);
  const { errors, warnings, ignored } = totals;
  const wrong = errors + warnings > 0 || ignored !== places.get(name).length;
  if (wrong) bad += 1;
  console.log(`${wrong ? "BAD " : "ok  "} ${name}: ${errors} errors, ${warnings} warnings, ${ignored} passed over`);
  for (const { ruleId, message, location, ignored } of problems) {
    if (ignored) continue;
    const kind = kinds.get(ruleId) ?? { count: 0, first: `${name} ${location[0]?.pointer}: ${message}` };
    kinds.set(ruleId, { ...kind, count: kind.count + 1 });
  }
}
for (const [rule, { count, first }] of kinds) console.log(`  ${count} x ${rule}\n       first: ${first}`);
console.log(`redocly ${VERSION}: ${all.size} documents, ${bad} with problems`);
process.exit(bad === 0 ? 0 : 1);
