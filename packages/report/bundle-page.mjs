// npm run page: bundles src/browser into the scripts of the pages, src/render/page/script.ts and live-script.ts.
// node bundle-page.mjs --check: exits with 1 when these files are outdated.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const check = process.argv.includes("--check");

/** The scripts of the pages: entry file, output file and exported name. */
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
    // A test searches pages for invisible characters, which include tabs.
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
