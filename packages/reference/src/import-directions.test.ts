import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * The imports of the sources in a folder, each as `file: specifier`. Type imports count, because they couple files too.
 */
function importsIn(folder: string): readonly string[] {
  const url = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(url).filter((name) => name.endsWith(".ts") && !name.includes(".test"));
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, url), "utf8").matchAll(/\bfrom "([^"]+)"/g)].map(([, from]) => `${file}: ${from}`),
  );
}

test("faults start no server and send no request: their probes are asked with what tests bring", () => {
  expect(importsIn("faults").filter((one) => /\/start\.ts$|: node:(?!http$)/.test(one))).toEqual([]);
  const values = /import (?!type )[^;]* from "node:http"/;
  const files = readdirSync(new URL("faults/", import.meta.url)).filter((name) => !name.includes(".test"));
  expect(files.filter((name) => values.test(readFileSync(new URL(`faults/${name}`, import.meta.url), "utf8")))).toEqual(
    [],
  );
});
