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

/** Has Prism be there for a command that asks for it. */
export function ensurePrism(args) {
  if (!args.some((arg) => arg === "mock" || /^(--target=)?prism$/.test(arg))) return;
  try {
    createRequire(join(root, "packages/cli/package.json")).resolve("@stoplight/prism-cli/package.json");
  } catch {
    process.stderr.write("installing Prism and what the tests need (about 400 MB, once) ...\n");
    install();
  }
}
