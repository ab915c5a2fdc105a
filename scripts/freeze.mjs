// node freeze.mjs FILE: replaces a compiled module by one with the values that it exports, so that whoever imports them waits
// for nothing that they were made of.
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
