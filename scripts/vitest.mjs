// Runs vitest for the package in the current folder under the Node in PLUMBLINE_NODE (default: this one). Removes the
// temporary files of the tests at the end, even when they fail or are killed. Also fails when tests read files outside
// the package that are not among their inputs, because the cache would ignore changes there.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { openTemporaryFolder } from "./temporary-folder.mjs";
import { notInputs } from "./test-inputs.mjs";

const require = createRequire(join(process.cwd(), "package.json"));
const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
const name = basename(process.cwd());
const args = [
  "run",
  "--reporter=default",
  "--reporter=json",
  "--outputFile.json=test-results.json",
  ...process.argv.slice(2),
];
const { PLUMBLINE_TEMPORARY: shared } = process.env;
const temporary = shared === undefined ? openTemporaryFolder("plumbline-tests") : openTemporaryFolder(name, shared);
const notes = join(temporary.folder, "foreign-files");
const hook = new URL("foreign-files.mjs", import.meta.url);
hook.search = new URLSearchParams({ package: name, notes }).toString();
const run = spawnSync(
  process.env.PLUMBLINE_NODE || process.execPath,
  ["--import", hook.href, vitest, ...args, `--execArgv=--import=${hook.href}`],
  { stdio: "inherit", env: { ...process.env, ...temporary.environment } },
);
const foreign = existsSync(notes) ? [...new Set(readFileSync(notes, "utf8").trim().split("\n"))] : [];
const missing = notInputs(name, foreign).sort();
const left = temporary.remove();
if (left !== undefined) process.stderr.write(`${left}\n`);
if (missing.length > 0)
  process.stderr.write(
    `The tests of packages/${name} look at files that are no inputs of theirs in turbo.json, so that a change there would be answered from the cache:\n  ${missing.join("\n  ")}\n`,
  );
process.exit(run.status || (left === undefined && missing.length === 0 ? (run.status ?? 1) : 1));
