// npm test: installs, then checks unused exports, formats and lint, types, build and tests of every package.
// npm run test:long: everything that these only sample: every profile and moment, more seeds, more bases, more faults
// npm test -- --node 24: runs the tests under that Node, fetched from the npm registry.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { objections } from "./floors.mjs";
import { install } from "./installed.mjs";
import { pnpm, root } from "./pnpm.mjs";
import { openTemporaryFolder } from "./temporary-folder.mjs";
import { untried } from "./untried.mjs";

const { values } = parseArgs({
  options: { node: { type: "string" }, force: { type: "boolean" }, long: { type: "boolean" } },
});
const resultsOf = (name) => join(root, "packages", name, "test-results.json");
const packages = readdirSync(join(root, "packages"));

install();
ensureChromium();
if (values.node !== undefined) process.env.PLUMBLINE_NODE = nodeBinary(values.node);
for (const name of packages) rmSync(resultsOf(name), { force: true });
if (values.long) process.env.PLUMBLINE_FULL = "1";
process.env.PLUMBLINE_BUILT = "1";
// The tests of each package get a folder inside it.
const temporary = openTemporaryFolder("plumbline-tests");
process.env.PLUMBLINE_TEMPORARY = temporary.folder;
const force = values.force || values.long || values.node !== undefined ? ["--force"] : [];
// Runs alone, because it reads files that tests create and delete.
const unused = pnpm(["exec", "knip"], { goOn: true });
const lint = pnpm(["run", "lint"], { goOn: true });
const status = pnpm(
  [
    "exec",
    "turbo",
    "run",
    "types",
    "test",
    // More than the processors, because many tests wait for clocks, networks and other processes.
    `--concurrency=${availableParallelism() + 1}`,
    "--output-logs=new-only",
    "--continue",
    ...force,
  ],
  { goOn: true },
);
process.exitCode = status || unused || lint;
// The cached test of floors may be outdated: it belongs to one package, but covers all of them.
const upward = objections();
if (upward.length > 0) process.exitCode ||= 1;
const left = temporary.remove();
if (left !== undefined) process.exitCode ||= 1;

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const name of packages) {
  if (!existsSync(resultsOf(name))) {
    // A run that is stopped halfway may end without an error.
    process.stderr.write(`The tests of packages/${name} did not come to their end.\n`);
    process.exitCode ||= 1;
    continue;
  }
  const results = JSON.parse(readFileSync(resultsOf(name), "utf8"));
  totals.passed += results.numPassedTests;
  totals.failed += results.numFailedTests;
  totals.skipped += results.numPendingTests + (results.numTodoTests ?? 0);
  for (const file of results.testResults) {
    // A file that cannot be loaded has no tests, but a message.
    if (file.status === "failed" && file.assertionResults.length === 0) tellFailed(file.name, "", file.message);
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === "failed") tellFailed(file.name, fullName, failureMessages[0]);
    }
  }
}
if (totals.passed === 0) {
  process.stderr.write("No test was executed: that is a failure of the set-up, not a success.\n");
  process.exitCode = 1;
}
if (upward.length > 0) console.log(upward.join("\n"));
console.log(left ?? "Nothing left in the temporary folder.");
const notTried = untried();
if (notTried !== undefined) console.log(notTried);
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`,
);

/**
 * Prints a failed test and its message at the end, where it is visible after thousands of lines from several packages.
 */
function tellFailed(file, test, message = "") {
  const why = stripVTControlCharacters(message).split("\n").slice(0, 4).join("\n  ");
  process.stderr.write(`FAILED ${relative(root, file)}${test && ` > ${test}`}\n  ${why}\n`);
}

/** The path of another Node version's binary, which npx installs into its own cache. */
function nodeBinary(version) {
  const asked = spawnSync("npx", ["-y", "-p", `node@${version}`, "node", "-p", "process.execPath"], {
    encoding: "utf8",
  });
  const path = asked.stdout.trim().split("\n").at(-1);
  if (asked.status !== 0 || !path) {
    process.stderr.write(`Node ${version} could not be had from the npm registry: ${asked.stderr}\n`);
    process.exit(1);
  }
  console.log(`Tests run under ${spawnSync(path, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
  return path;
}
