#!/usr/bin/env node
import { closeSync, existsSync, openSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// A command that can end in an orderly way listens itself. Before that, it has sent nothing and has nothing to report.
let begun = false;
process.on("SIGINT", () => {
  if (process.listenerCount("SIGINT") > 1) return;
  const isEarly = !begun && ["run", "fuzz", "proxy"].includes(process.argv[2]);
  const more = isEarly ? " before it began: nothing was sent, so there is no report" : "";
  process.stderr.write(`plumbline: interrupted${more}\n`);
  process.exit(130);
});
process.on("newListener", (name) => {
  begun ||= name === "SIGINT";
});

// In the workspace, the program is built from the sources next to it; the published package has no sources.
const builder = new URL("../../../scripts/built.mjs", import.meta.url);
// `npm test` has built all of it, says so, and starts this program some hundred times.
const isBuilt = process.env.PLUMBLINE_BUILT !== undefined;
if (!isBuilt && existsSync(new URL("../src/index.ts", import.meta.url)) && existsSync(builder)) {
  const { ensureBuilt } = await import(builder.href);
  await ensureBuilt();
  const { ensureAskedFor } = await import(new URL("installed.mjs", builder).href);
  ensureAskedFor(process.argv.slice(2));
  // Stack traces then name lines of the sources. The cost grows with the source maps that are loaded.
  process.setSourceMapsEnabled(true);
}

// Answers of a target become garbage soon after the run judged them. By default, V8 lets garbage grow to several times the
// memory in use, so the target would decide how much memory a run takes. At 40 %, a run is as fast as with the default.
setFlagsFromString("--heap-growing-percent=40");

process.exitCode = await start();

/**
 * Node opens all modules at once. If that exceeds the limit of open files, no part of the program is loaded yet that
 * could say so.
 */
async function start() {
  try {
    // One file for what is loaded together; an installation without the bundler has the modules alone.
    const program = new URL("../dist/program/index.js", import.meta.url);
    const { main } = await import(existsSync(program) ? program.href : "../dist/index.js");
    return await main(process.argv.slice(2));
  } catch (error) {
    const isTold = error?.code === "EMFILE" || error?.code === "ENFILE";
    // Without a free file handle, Node does not find packages.
    const isMissed = String(error?.code).endsWith("MODULE_NOT_FOUND") && mayOpenFew();
    if (!isTold && !isMissed) throw error;
    const what = isTold ? error.message : "EMFILE: too many open files when the program was loaded";
    process.stderr.write(`plumbline: ${what}; raise the limit of open files (ulimit -n 1024)\n`);
    return 2;
  }
}

/** Whether this process may open fewer files at the same time than the program has modules. */
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
