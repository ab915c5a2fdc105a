// The tests of pages need a browser. CI installs it and never skips them; elsewhere the test run ends with the command
// for it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { CHROMIUM } from "./untried.mjs";

export function ensureChromium() {
  if (process.env.CI) installChromium();
}

/** Installs Chromium if it is missing; ends the process if that fails. */
export function installChromium() {
  if (existsSync(CHROMIUM)) return;
  console.log("Chromium is missing: installing it with apt-get");
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "chromium"],
  ]) {
    const run = spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (run.status !== 0) {
      process.stderr.write(
        `"apt-get ${args.join(" ")}" failed. Install Chromium by hand, or set CHROMIUM to the path of one.\n`,
      );
      process.exit(1);
    }
  }
}
