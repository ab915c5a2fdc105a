// Builds the packages whose sources have changed since the last build, so that the program in the workspace always
// matches its sources.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasTypes } from "./prune-types.mjs";
import { isProgramFresh, isStale, PROGRAM, packages } from "./stamp.mjs";

/** Builds every package whose `dist` is outdated, and the program of them; ends the process if compiling fails. */
export async function ensureBuilt() {
  await ensurePackages();
  if (isProgramFresh()) return;
  const { bundle } = await import("./compile.mjs");
  await onEach(["cli"], bundle);
}

async function ensurePackages() {
  const stale = PROGRAM.filter(isStale);
  if (stale.length === 0) return;
  const { build, compile, derive } = await import("./compile.mjs");
  // An installation for running the program only has no third-party types, so it compiles without type checks, and no
  // package needs the output of another.
  if (!existsSync(join(packages, "schemas/node_modules/@types/node"))) {
    process.stderr.write("building the program\n");
    await onEach(stale, (name) => compile(name, { checked: false }));
    await onEach(stale, derive);
    return;
  }
  // Packages that were built without types are built again with them, for the packages that import them.
  for (const name of PROGRAM.filter((one) => stale.includes(one) || !hasTypes(join(packages, one)))) {
    process.stderr.write(
      `building packages/${name}, ${stale.includes(name) ? "whose sources have changed" : "which has no types yet"}\n`,
    );
    await onEach([name], build);
  }
}

function onEach(names, work) {
  const done = names.map(async (name) => {
    const status = await work(name);
    if (status === 0) return;
    process.stderr.write(`packages/${name} does not compile: mend what stands above, and start again\n`);
    process.exit(status);
  });
  return Promise.all(done);
}
