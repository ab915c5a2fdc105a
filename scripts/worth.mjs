// npm run worth: measures the requests that a check of each rule sends in a full run, and the checks that notice each
// fault of the reference. Writes both to packages/conformance/src/plan/experience.ts, which orders the checks of a run
// with a budget. Takes half an hour. `--faults FILE` reads the output of an earlier `plumbline faults --json` instead of
// trying the faults; `--half` leaves out every fault with an odd hash, so that the order can be measured on those.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { faults: { type: "string" }, half: { type: "boolean" } } });
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, "packages/cli/bin/plumbline.mjs");
const target = join(root, "packages/conformance/src/plan/experience.ts");
/** A rule that noticed a fault by more checks than this gets `ANY` instead of their list. */
const MOST = 6;
/** Stands for every operation of a rule; `plan/worth.ts` reads it. */
const ANY = "*";

const folder = mkdtempSync(join(tmpdir(), "plumbline-worth-"));
try {
  writeFileSync(target, textOf(costs(), noticed()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
spawnSync("npx", ["biome", "check", "--write", target], { cwd: root, stdio: "inherit" });

/** Requests of a check of each rule, on average of those that sent any. */
function costs() {
  execFileSync(process.execPath, [program, "run", "--target", "reference", "--quiet", "--out", folder]);
  const requests = new Map();
  for (const line of readFileSync(join(folder, "exchanges.ndjson"), "utf8").trim().split("\n")) {
    const { check } = JSON.parse(line);
    if (check.includes("@")) requests.set(check, (requests.get(check) ?? 0) + 1);
  }
  const byRule = byRuleOf([...requests.keys()]);
  return [...byRule]
    .map(([rule, all]) => [rule, Math.ceil(all.reduce((sum, check) => sum + requests.get(check), 0) / all.length)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** By rule, the operations and versions on which each fault was noticed. */
function noticed() {
  const text =
    values.faults === undefined
      ? execFileSync(process.execPath, [program, "faults", "--json"], { maxBuffer: 2 ** 28 })
      : readFileSync(values.faults);
  const { faults } = JSON.parse(text);
  const byRule = new Map();
  for (const { fault, noticedBy } of faults.filter((one) => !values.half || isEven(one.fault)))
    for (const [rule, checks] of byRuleOf(noticedBy)) {
      const subjects = checks.length > MOST ? [ANY] : checks.map((check) => check.split("@")[1] ?? ANY);
      byRule.set(rule, [...(byRule.get(rule) ?? []), [fault, subjects.join(" ")]]);
    }
  return [...byRule].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether the hash of a fault's id is even. */
function isEven(fault) {
  return Number.parseInt(createHash("sha256").update(fault).digest("hex").slice(0, 8), 16) % 2 === 0;
}

function byRuleOf(checks) {
  const rules = new Map();
  for (const check of checks) {
    const [rule] = check.split("@");
    rules.set(rule, [...(rules.get(rule) ?? []), check]);
  }
  return rules;
}

function textOf(prices, sightings) {
  const faults = sightings.map(([rule, own]) => `"${rule}": ${JSON.stringify(Object.fromEntries(own))},`);
  return `/* Measured by \`npm run worth\`; not written by hand. */

/** Requests that a check of a rule takes in a full run, on average. */
export const COSTS: Readonly<Record<string, number>> = {
${prices.map(([rule, cost]) => `"${rule}": ${cost},`).join("\n")}
};

/** The faults of the reference that a rule notices, each with the operations on which it does. */
export const NOTICED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${faults.join("\n")}
};
`;
}
