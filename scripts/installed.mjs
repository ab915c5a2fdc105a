// What is installed of the workspace: the program alone, which is what `npm start` needs, or also Prism and what tests need.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pnpm, root } from "./pnpm.mjs";

/** Holds the hash of the lockfile that is installed, and how much of it. */
const STAMP = join(root, "node_modules/.plumbline");

/** Installs exactly what the lockfile says, and nothing when it is there. */
export function install(wanted = "all") {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex");
  const there = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
  // Who has everything has the program, and keeps it.
  if (there === `all ${lock}` || there === `${wanted} ${lock}`) return;
  const part = there.startsWith("all") || existsSync(join(root, "node_modules/turbo")) ? "all" : wanted;
  const only = part === "all" ? [] : ["--prod"];
  // The lockfile pins each archive by its hash. How old they are was looked at when it was made, and looking again takes
  // three times as much as the archives.
  pnpm(["install", "--frozen-lockfile", "--prefer-offline", "--config.minimumReleaseAge=0", ...only], { quiet: true });
  writeFileSync(STAMP, `${part} ${lock}`);
}

/** What hardly anybody needs, by the arguments that ask for it. */
const ASKED_FOR = [
  { by: /^(mock|(--target=)?prism)$/, library: "@stoplight/prism-cli/package.json", of: "cli", name: "Prism" },
  { by: /^--tls$/, library: "selfsigned", of: "cli", name: "what makes certificates" },
  { by: /^--data(=|$)/, library: "libsql", of: "reference", name: "a database", isBuiltIn: hasDatabase },
];

function hasDatabase() {
  return process.getBuiltinModule?.("node:sqlite") !== undefined;
}

/** Has be there what a command asks for. */
export function ensureAskedFor(args) {
  const missing = ASKED_FOR.filter(
    ({ by, library, of, isBuiltIn }) => args.some((arg) => by.test(arg)) && !isBuiltIn?.() && !isThere(library, of),
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(" and ");
  process.stderr.write(`installing ${names} and what the tests need (about 400 MB, once) ...\n`);
  install();
}

function isThere(library, of) {
  try {
    createRequire(join(root, "packages", of, "package.json")).resolve(library);
    return true;
  } catch {
    return false;
  }
}
