// Removes declarations of modules that no export of a package reaches: its users never read them.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Removes them from `dist` of the package in a folder. */
export function pruneTypes(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const waiting = typesIn(exports).map((path) => resolve(folder, path));
  const reached = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !existsSync(file)) continue;
    reached.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g))
      waiting.push(resolve(dirname(file), name.replace(/\.[cm]?[jt]s$/, ".d.ts")));
  }
  const dist = join(folder, "dist");
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = join(dist, name);
    // `force`, because another process may build the same package.
    if (name.endsWith(".d.ts") && !reached.has(file)) rmSync(file, { force: true });
  }
}

/** Whether all declarations that the exports of a package name exist. */
export function hasTypes(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return typesIn(exports).every((path) => existsSync(resolve(folder, path)));
}

/** Every declaration file in the "exports" of a package.json, at any depth. */
function typesIn(entry) {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([name, inner]) =>
    name === "types" && typeof inner === "string" ? [inner] : typesIn(inner),
  );
}
