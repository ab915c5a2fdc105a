import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { SourceFile } from "./instrument.ts";

/** The source files of a package that are published, sorted by name. */
export function sourcesOf(folder: string): readonly SourceFile[] {
  return filesOf(folder).filter(({ file }) => !TESTS.test(file));
}

/** All other files: tests and their support files. */
export function testsOf(folder: string): readonly SourceFile[] {
  return filesOf(folder).filter(({ file }) => TESTS.test(file));
}

const TESTS = /\.test(-support)?\.ts$/;

function filesOf(folder: string): readonly SourceFile[] {
  const src = join(folder, "src");
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => ({ file: relative(src, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}
