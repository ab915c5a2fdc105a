// npm run texts: writes src/arbitraries/texts.ts, which contains natural texts, drawn once.
// node draw-texts.mjs --check: exits with 1 when that file is outdated.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { faker } from "@faker-js/faker/locale/en";

/** Enough that two draws are rarely equal. */
const PHRASES = 512;
const ADDRESSES = 64;

function phrases() {
  faker.seed(1);
  const kinds = [
    () => faker.hacker.phrase(),
    () => faker.company.catchPhrase(),
    () => faker.person.fullName(),
    () => faker.lorem.words(3),
  ];
  return Array.from({ length: PHRASES }, (_none, index) => kinds[index % kinds.length]());
}

function addresses() {
  faker.seed(1);
  return Array.from({ length: ADDRESSES }, () => faker.internet.exampleEmail().toLowerCase());
}

const listOf = (name, docstring, texts) =>
  `/** ${docstring} */\nexport const ${name}: readonly string[] = ${JSON.stringify(texts, undefined, 2)};\n`;
const module = [
  "// Written by draw-texts.mjs: change it there, then run `npm run texts`.\n// Committed, so that whoever draws a text needs neither the library that these come from nor its time.\n",
  listOf("PHRASES", "Sentences, slogans, names and words.", phrases()),
  listOf("ADDRESSES", "Addresses of mail at names that nobody can own (RFC 2606, section 3).", addresses()),
].join("\n");

const file = fileURLToPath(new URL("src/arbitraries/texts.ts", import.meta.url));
if (!process.argv.includes("--check")) writeFileSync(file, module);
else if (readFileSync(file, "utf8") !== module) {
  process.stderr.write("src/arbitraries/texts.ts is not what draw-texts.mjs draws: run `npm run texts`.\n");
  process.exitCode = 1;
}
