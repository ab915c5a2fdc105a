import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = dirname(fileURLToPath(import.meta.url));
const FILES = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.test[\w-]*)\.ts$/.test(file),
);

/** The files of this package that a file imports, types included. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path)),
  );
const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

/** The first way found from a file back to itself. */
function circleFrom(start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const search = (file: string, way: readonly string[]): readonly string[] | undefined => {
    for (const next of IMPORTS.get(file) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...way, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(start, [start]);
}

test("no file imports itself, by whichever way", () => {
  expect(FILES.length).toBeGreaterThan(200);
  expect(FILES.flatMap((file) => circleFrom(file)?.join(" -> ") ?? [])).toEqual([]);
});

/** Rooms further up, which those below know nothing of. */
const ABOVE: readonly (readonly [rooms: readonly string[], above: readonly string[]])[] = [
  [
    ["rule", "kernel", "custody", "writes", "oracles", "expect"],
    ["requirements", "plan", "run", "doctor", "report"],
  ],
  [["requirements"], ["plan", "run", "doctor", "report"]],
  [["plan"], ["requirements", "run", "doctor", "report"]],
];

const roomOf = (file: string): string => file.split(sep)[0] ?? "";

test.each(ABOVE)("%s import nothing of %s", (rooms, above) => {
  const own = FILES.filter((file) => rooms.includes(roomOf(file)));
  expect(own.length).toBeGreaterThan(5);
  const upward = own.flatMap((file) =>
    importsOf(file).flatMap((path) => (above.includes(roomOf(path)) ? [`${file} -> ${path}`] : [])),
  );
  expect(upward).toEqual([]);
});
