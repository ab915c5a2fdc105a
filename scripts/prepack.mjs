// The "prepack" script of each package: `npm start` builds the program without types, but an archive needs them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, bundle } from "./compile.mjs";
import { install } from "./installed.mjs";
import { hasTypes } from "./prune-types.mjs";
import { isProgramFresh, isStale, packages } from "./stamp.mjs";

/** The packages of the workspace that a package needs, each after its own dependencies, and the package last. */
export function inOrder(name, seen = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
  for (const dependency of Object.keys(dependencies)) {
    const [, own] = /^@plumbline\/(.+)$/.exec(dependency) ?? [];
    if (own !== undefined && !seen.has(own)) inOrder(own, seen);
  }
  return seen.add(name);
}

async function prepare(name) {
  const wanting = [...inOrder(name)].filter((one) => isStale(one) || !hasTypes(join(packages, one)));
  if (wanting.length > 0 && !existsSync(join(packages, "schemas/node_modules/@types/node"))) {
    process.stderr.write("installing what types are made with (about 400 MB, once) ...\n");
    install();
  }
  for (const one of wanting) {
    process.stderr.write(`building packages/${one} with its types\n`);
    const status = await build(one);
    if (status !== 0) return status;
  }
  return name === "cli" && !isProgramFresh() ? bundle() : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await prepare(process.cwd().slice(packages.length + 1));
