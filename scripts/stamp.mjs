// Records which packages are built from their current sources.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages");
/** Contains the hash of the sources from which `dist` was built. */
const STAMP = ".built";

/** Notes that `dist` of a package was just built from its sources. */
export function stamp(name) {
  writeFileSync(join(packages, name, STAMP), hashOf(name, sourcesOf(name)));
}

/** The packages of the program, each after those that it imports. */
export const PROGRAM = ["schemas", "client", "report", "model", "reference", "conformance", "fuzz", "cli"];

/** The program in few files, which `packages/cli/bundle/program.mjs` makes of all these packages. */
export const program = join(packages, "cli/dist/program");

/** Notes that the program in few files was just made of the packages as they are built now. */
export function noteProgram() {
  writeFileSync(join(program, STAMP), stamps());
}

/** Whether there is a program in few files that was made of these packages as they are built now. */
export function isProgramFresh() {
  const made = join(program, STAMP);
  return existsSync(made) && readFileSync(made, "utf8") === stamps();
}

const stamps = () => PROGRAM.map((name) => readFileSync(join(packages, name, STAMP), "utf8")).join("\n");

export function isStale(name) {
  const made = join(packages, name, STAMP);
  if (!existsSync(made) || !existsSync(join(packages, name, "dist/index.js"))) return true;
  const files = sourcesOf(name);
  const built = statSync(made).mtimeMs;
  if (files.every((file) => statSync(file).mtimeMs <= built)) return false;
  if (readFileSync(made, "utf8") !== hashOf(name, files)) return true;
  // The sources were rewritten without changes. If the time stamp cannot be updated, the next call compares the hashes
  // again.
  try {
    utimesSync(made, new Date(), new Date());
  } catch {}
  return false;
}

/** Includes folders, because deleting a file changes no other file. */
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
