// Which packages are built of the sources that stand there now.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages");
/** Holds the hash of the sources that `dist` was made from. */
const STAMP = ".built";

/** Notes that `dist` of a package has just been made of its sources. */
export function stamp(name) {
  writeFileSync(join(packages, name, STAMP), hashOf(name, sourcesOf(name)));
}

export function isStale(name) {
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
