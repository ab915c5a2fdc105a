// Runs the pinned pnpm without a previous installation: a new machine has only Node and npm.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Runs pnpm with `args` at the root of the workspace. Ends the process if pnpm fails, unless `goOn` is set; otherwise
 * returns the exit code.
 */
export function pnpm(args, { quiet = false, goOn = false } = {}) {
  const result = spawnSync("npx", ["-y", packageManager, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
  });
  if (result.status === 0) return 0;
  if (quiet) process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  process.stderr.write(
    `\n"pnpm ${args.join(" ")}" ended with ${result.status ?? result.signal}. Mend what it names, then run the same command again.\n`,
  );
  if (goOn) return result.status ?? 1;
  return process.exit(result.status ?? 1);
}

/** Builds every package; turbo skips what has not changed. */
export function build({ quiet = false } = {}) {
  pnpm(["exec", "turbo", "run", "build", "--output-logs=errors-only"], { quiet });
}
