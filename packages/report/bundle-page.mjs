// npm run page: writes src/render/page/script.ts and live-script.ts, the pages' scripts in one piece each, from what is below src/browser.
// node bundle-page.mjs --check: exit 1 when what is written there is something else.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const check = process.argv.includes("--check");

/** Scripts of pages: what is bundled, where it goes, and under which name. */
const SCRIPTS = [
  ["main.ts", "script.ts", "SCRIPT"],
  ["live.ts", "live-script.ts", "LIVE_SCRIPT"],
];

for (const [input, output, name] of SCRIPTS) {
  const file = here(`src/render/page/${output}`);
  const module = await moduleOf(input, name);
  if (!check) writeFileSync(file, module);
  else if (readFileSync(file, "utf8") !== module) {
    process.stderr.write(`src/render/page/${output} is not what src/browser makes: run \`npm run page\`.\n`);
    process.exitCode = 1;
  }
}

async function moduleOf(input, name) {
  const bundle = await rolldown({ input: here(`src/browser/${input}`), platform: "browser", logLevel: "warn" });
  const { output } = await bundle.generate({ format: "iife", comments: false });
  await bundle.close();
  const lines = output[0].code
    .replace(/^\/\/#.*$/gmu, "")
    // Pages are searched for characters that nobody sees; tabs are among them.
    .replaceAll("\t", " ")
    .trimEnd()
    .split("\n");
  return [
    "// Written by bundle-page.mjs from src/browser: change it there, then run `npm run page`.",
    "// Committed, because the packages run from source and are built by the compiler alone.",
    `export const ${name}: string = ${JSON.stringify(lines, undefined, 2)}.join("\\n");`,
    "",
  ].join("\n");
}
