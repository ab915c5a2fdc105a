// Builds the packages whose sources have changed since they were built, so that the program in the workspace is always
// that of its sources.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasTypes } from "./prune-types.mjs";
import { isStale, packages } from "./stamp.mjs";

/** What the program consists of, each after those that it imports. */
const PROGRAM = ["schemas", "client", "report", "model", "reference", "conformance", "fuzz", "cli"];

/** Makes `dist` of every package that of its sources; ends the process where they do not compile. */
export async function ensureBuilt() {
  const stale = PROGRAM.filter(isStale);
  if (stale.length === 0) return;
  const { build, compile, derive } = await import("./compile.mjs");
  // Whoever only runs the program has no types of others to check it against, and then no package needs another's.
  if (!existsSync(join(packages, "schemas/node_modules/@types/node"))) {
    process.stderr.write("building the program\n");
    await onEach(stale, (name) => compile(name, { checked: false }));
    await onEach(stale, derive);
    return;
  }
  // What was built without types is built again with them for those that import it.
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
