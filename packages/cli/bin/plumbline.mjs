#!/usr/bin/env node
import { closeSync, existsSync, openSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// In the workspace, where the sources stand beside it, the program is made of them; what is published has none.
const builder = new URL("../../../scripts/built.mjs", import.meta.url);
if (existsSync(new URL("../src/index.ts", import.meta.url)) && existsSync(builder)) {
  const { ensureBuilt } = await import(builder.href);
  await ensureBuilt();
  const { ensureAskedFor } = await import(new URL("installed.mjs", builder).href);
  ensureAskedFor(process.argv.slice(2));
  // Stacks then name lines of the sources. It costs what there is to load: nothing where that is little.
  process.setSourceMapsEnabled(true);
}

// What a target answers is garbage soon after it was judged, and V8 would let it grow to several times what is in use
// before it looks: a target would decide how much memory a run takes. At 40 % an honest run is as fast as before.
setFlagsFromString("--heap-growing-percent=40");

process.exitCode = await start();

/** Node opens all modules at once: where that is too much, there is no part of the program yet that could say so. */
async function start() {
  try {
    const { main } = await import("../dist/index.js");
    return await main(process.argv.slice(2));
  } catch (error) {
    const isTold = error?.code === "EMFILE" || error?.code === "ENFILE";
    // Where Node looks for a package with its last file, it finds none.
    const isMissed = String(error?.code).endsWith("MODULE_NOT_FOUND") && mayOpenFew();
    if (!isTold && !isMissed) throw error;
    const what = isTold ? error.message : "EMFILE: too many open files when the program was loaded";
    process.stderr.write(`plumbline: ${what}; raise the limit of open files (ulimit -n 1024)\n`);
    return 2;
  }
}

/** Whether this process may open fewer files at once than the program has modules. */
function mayOpenFew() {
  const open = [];
  try {
    while (open.length < 256) open.push(openSync(new URL(import.meta.url)));
    return false;
  } catch (error) {
    return error.code === "EMFILE" || error.code === "ENFILE";
  } finally {
    for (const file of open) closeSync(file);
  }
}
