import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
/** The file that cuts texts for all others, and a file that reads a file of the user. */
const EXCEPT = ["ground/quoted.ts", "custody/pending-undo.ts"];

it("only quoted.ts cuts values, so that secrets are masked before a cut", () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => /(?<!\.test|\.test-support)\.ts$/.test(name) && !EXCEPT.includes(name));
  const cutting = sources.filter((name) => /\bpreview\(/.test(readFileSync(join(SOURCES, name), "utf8")));
  expect(sources.length).toBeGreaterThan(300);
  expect(cutting).toEqual([]);
});
