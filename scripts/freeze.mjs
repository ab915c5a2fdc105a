// node freeze.mjs FILE: replaces a compiled module with one that contains its exported values, so that importing them
// does not load what they were computed from.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [file] = process.argv.slice(2);
const values = await import(pathToFileURL(file).href);
writeFileSync(
  file,
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join(""),
);
