import { posix } from "node:path";
import type { SourceFile } from "../instrument.ts";

/** Steps from a test to what it is still near to: what it imports, and what that imports. */
const FARTHEST = 2;

/** Who imports each file of a package, test files included, by their paths below `src`. */
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
 * The test files that are nearest to a source file: the one beside it with those that import it, or else those that import
 * what imports it. None where all are farther away.
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
