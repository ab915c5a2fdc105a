// Installs the workspace: only the program, which is enough for `npm start`, or also Prism and everything for the
// tests.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pnpm, root } from "./pnpm.mjs";

/** Contains the hash of the installed lockfile, and which part is installed. */
const STAMP = join(root, "node_modules/.plumbline");

/** Installs exactly the versions in the lockfile; does nothing if they are already installed. */
export function install(wanted = "all") {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex");
  const there = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
  // A complete installation includes the program and stays complete.
  if (there === `all ${lock}` || there === `${wanted} ${lock}`) return;
  const part = there.startsWith("all") || existsSync(join(root, "node_modules/turbo")) ? "all" : wanted;
  const only = part === "all" ? [] : ["--prod"];
  // The lockfile pins each archive by its hash. The minimum age was checked when the lockfile was written; checking
  // again takes three times as long as the archives.
  pnpm(["install", "--frozen-lockfile", "--prefer-offline", "--config.minimumReleaseAge=0", ...only], { quiet: true });
  writeFileSync(STAMP, `${part} ${lock}`);
}

/** Rarely needed packages, by the arguments that need them. */
const ASKED_FOR = [
  { by: /^(mock|(--target=)?prism)$/, library: "@stoplight/prism-cli/package.json", of: "cli", name: "Prism" },
  { by: /^--tls$/, library: "selfsigned", of: "cli", name: "what makes certificates" },
  { by: /^--data(=|$)/, library: "libsql", of: "reference", name: "a database", isBuiltIn: hasDatabase },
];

function hasDatabase() {
  return process.getBuiltinModule?.("node:sqlite") !== undefined;
}

/** Installs the packages that a command needs. */
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
