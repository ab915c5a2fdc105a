// node test-inputs.mjs PACKAGE FILE...: prints those of the files, given from the root, that are no inputs of a
// package's tests according to turbo.json and the packages, so that the cache ignores changes to them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

const OF_ROOT = "$TURBO_ROOT$/";
/** Turbo itself adds these inputs to every task. */
const ALWAYS = ["turbo.json", "package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"];

/** Those of `files`, given from the root, whose changes the cache of a package's tests ignores. */
export function notInputs(name, files) {
  const { tasks, globalDependencies } = read("turbo.json");
  const { inputs } = tasks[`@plumbline/${name}#test`] ?? tasks.test;
  const builds = dependenciesOf(name).map((other) => ofRoot(tasks.build.inputs, `packages/${other}/`));
  const groups = [[...ALWAYS, ...globalDependencies], ofRoot(inputs, `packages/${name}/`), ...builds];
  return files.filter((file) => !groups.some((patterns) => isOneOf(patterns, file)));
}

/** Converts patterns of a package to patterns from the root. */
function ofRoot(patterns, folder) {
  return patterns.map((pattern) => {
    if (pattern === "$TURBO_DEFAULT$") return `${folder}**`;
    const [, not, rest] = /^(!?)(.*)$/.exec(pattern);
    return `${not}${rest.startsWith(OF_ROOT) ? rest.slice(OF_ROOT.length) : `${folder}${rest}`}`;
  });
}

function isOneOf(patterns, file) {
  const [without, within] = [true, false].map((not) =>
    patterns
      .filter((pattern) => pattern.startsWith("!") === not)
      .map((pattern) => expression(pattern.replace("!", ""))),
  );
  return within.some((one) => one.test(file)) && !without.some((one) => one.test(file));
}

/** Converts a glob to a regular expression: `**` matches folders, `*` a part of a name. */
const expression = (glob) =>
  new RegExp(
    `^${glob.replace(/\*\*\/?|\*|[.+?^${}()|[\]\\]/g, (part) =>
      part === "*" ? "[^/]*" : part.startsWith("**") ? ".*" : `\\${part}`,
    )}$`,
  );

/** The packages whose builds precede the tests of this one. */
function dependenciesOf(name, found = new Set()) {
  const { dependencies = {}, devDependencies = {} } = read(`packages/${name}/package.json`);
  for (const other of Object.keys({ ...dependencies, ...devDependencies })) {
    const [, short] = /^@plumbline\/(.+)$/.exec(other) ?? [];
    if (short === undefined || found.has(short)) continue;
    found.add(short);
    dependenciesOf(short, found);
  }
  return [...found];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...files] = process.argv.slice(2);
  for (const file of notInputs(name, files)) console.log(file);
}
