import { posix } from "node:path";
import type { SourceFile } from "../instrument.ts";

/** The maximum number of import steps between a test and a file that it is near to. */
const FARTHEST = 2;

/** The importers of each file of a package, test files included, by paths below `src`. */
export function importersOf(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { file, text } of files)
    for (const [, specifier = ""] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const imported = posix.join(posix.dirname(file), specifier);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
}

/**
 * The test files nearest to a source file: its own test file and those that import it, otherwise those that import one
 * of its importers. Empty if all are farther away.
 */
export function nearestTests(file: string, importers: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const beside = file.replace(/\.ts$/, ".test.ts");
  let ring = [file];
  for (let step = 1; step <= FARTHEST; step++) {
    ring = [...new Set(ring.flatMap((one) => importers.get(one) ?? []))];
    const known = [...importers.values()].some((own) => own.includes(beside));
    const tests = ring.filter((one) => one.endsWith(".test.ts"));
    const all = step === 1 && known ? [...new Set([beside, ...tests])] : tests;
    if (all.length > 0) return all.toSorted();
  }
  return [];
}
