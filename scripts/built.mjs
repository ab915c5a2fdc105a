// Builds the packages whose sources have changed since they were built, so that the program in the workspace is always
// that of its sources. `node scripts/built.mjs` in a package says that it has just been built.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages");
/** What the program consists of, each after those that it imports. */
const PROGRAM = ["schemas", "client", "report", "reference", "conformance", "fuzz", "cli"];
/** Holds the hash of the sources that `dist` was made from. */
const STAMP = ".built";

/** Makes `dist` of every package that of its sources; ends the process where they do not compile. */
export function ensureBuilt() {
  for (const name of PROGRAM.filter(isStale)) {
    process.stderr.write(`building packages/${name}, whose sources have changed\n`);
    const run = spawnSync("npm", ["run", "--silent", "build"], {
      cwd: join(packages, name),
      stdio: ["ignore", process.stderr, process.stderr],
      shell: process.platform === "win32",
    });
    if (run.status !== 0) {
      process.stderr.write(`packages/${name} does not compile: mend what stands above, and start again\n`);
      process.exit(run.status ?? 130);
    }
  }
}

function isStale(name) {
  const stamp = join(packages, name, STAMP);
  if (!existsSync(stamp) || !existsSync(join(packages, name, "dist/index.js"))) return true;
  const files = sourcesOf(name);
  const built = statSync(stamp).mtimeMs;
  if (files.every((file) => statSync(file).mtimeMs <= built)) return false;
  if (readFileSync(stamp, "utf8") !== hashOf(name, files)) return true;
  // The sources were written again and say what they said. Whoever may not write is told the same next time.
  try {
    utimesSync(stamp, new Date(), new Date());
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const name = process.cwd().slice(packages.length + 1);
  writeFileSync(join(packages, name, STAMP), hashOf(name, sourcesOf(name)));
}
