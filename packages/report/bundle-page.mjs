// npm run page: writes src/render/page/script.ts, the page's script in one piece, from what is below src/browser.
// node bundle-page.mjs --check: exit 1 when what is written there is something else.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = here("src/render/page/script.ts");

const bundle = await rolldown({ input: here("src/browser/main.ts"), platform: "browser", logLevel: "warn" });
const { output } = await bundle.generate({ format: "iife", comments: false });
await bundle.close();
const lines = output[0].code
  .replace(/^\/\/#.*$/gmu, "")
  // Pages are searched for characters that nobody sees; tabs are among them.
  .replaceAll("\t", " ")
  .trimEnd()
  .split("\n");
const module = [
  "// Written by bundle-page.mjs from src/browser: change it there, then run `npm run page`.",
  "// Committed, because the packages run from source and are built by the compiler alone.",
  `export const SCRIPT: string = ${JSON.stringify(lines, undefined, 2)}.join("\\n");`,
  "",
].join("\n");

if (!process.argv.includes("--check")) writeFileSync(file, module);
else if (readFileSync(file, "utf8") !== module) {
  process.stderr.write("src/render/page/script.ts is not what src/browser makes: run `npm run page`.\n");
  process.exit(1);
}
