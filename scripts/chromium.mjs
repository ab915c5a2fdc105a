// The tests of the report need a browser. In CI it is installed, never skipped; elsewhere they say that they were skipped.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export function ensureChromium() {
  const path = process.env.CHROMIUM || "/usr/bin/chromium";
  if (existsSync(path) || !process.env.CI) return;
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
