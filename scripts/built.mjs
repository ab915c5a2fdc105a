// Builds the packages whose sources have changed since they were built, so that the program in the workspace is always
// that of its sources.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages");
/** What the program consists of, each after those that it imports. */
const PROGRAM = ["schemas", "client", "report", "reference", "conformance", "fuzz", "cli"];
/** Holds the hash of the sources that `dist` was made from. */
const STAMP = ".built";

/** Makes `dist` of every package that of its sources; ends the process where they do not compile. */
export async function ensureBuilt() {
  const stale = PROGRAM.filter(isStale);
  if (stale.length === 0) return;
  const { build, compile, derive } = await import("./compile.mjs");
  // Whoever only runs the program has no types of others to check it against, and then no package needs another's.
  if (!existsSync(join(packages, "schemas/node_modules/@types/node"))) {
    process.stderr.write("building the program\n");
    await onEach(stale, (name) => compile(name, { checked: false }));
    await onEach(stale, derive);
    return;
  }
  for (const name of stale) {
    process.stderr.write(`building packages/${name}, whose sources have changed\n`);
    await onEach([name], build);
  }
}

function onEach(names, work) {
  const done = names.map(async (name) => {
    const status = await work(name);
    if (status === 0) return;
    process.stderr.write(`packages/${name} does not compile: mend what stands above, and start again\n`);
    process.exit(status);
  });
  return Promise.all(done);
}

/** Notes that `dist` of a package has just been made of its sources. */
export function stamp(name) {
  writeFileSync(join(packages, name, STAMP), hashOf(name, sourcesOf(name)));
}

function isStale(name) {
  const made = join(packages, name, STAMP);
  if (!existsSync(made) || !existsSync(join(packages, name, "dist/index.js"))) return true;
  const files = sourcesOf(name);
  const built = statSync(made).mtimeMs;
  if (files.every((file) => statSync(file).mtimeMs <= built)) return false;
  if (readFileSync(made, "utf8") !== hashOf(name, files)) return true;
  // The sources were written again and say what they said. Whoever may not write is told the same next time.
  try {
    utimesSync(made, new Date(), new Date());
  } catch {}
  return false;
}

/** The folders as well: a file that was taken away changes no other file. */
const sourcesOf = (name) => {
  const src = join(packages, name, "src");
  const inside = readdirSync(src, { withFileTypes: true, recursive: true });
  return [src, ...inside.map((entry) => join(entry.parentPath ?? entry.path, entry.name))].filter(
    (path) => !/\.test(-\w+)?\.ts$|\.test-support\.ts$/.test(path),
  );
};

function hashOf(name, files) {
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    hash.update(`${file.slice(packages.length + name.length)}\n`);
    if (statSync(file).isFile()) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}
