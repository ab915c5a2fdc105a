// npm run test:browsers: installs Chromium if it is missing, and runs the tests that need it. CHROMIUM selects another
// browser.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { installChromium } from "./chromium.mjs";
import { install } from "./installed.mjs";
import { build, root } from "./pnpm.mjs";

install();
installChromium();
build({ quiet: true });
for (const name of readdirSync(join(root, "packages"))) {
  const files = readdirSync(join(root, "packages", name, "src"), { recursive: true });
  const own = files.filter((file) => file.endsWith(".browser.test.ts")).map((file) => join("src", file));
  if (own.length === 0) continue;
  const run = spawnSync(process.execPath, ["../../scripts/vitest.mjs", ...own], {
    cwd: join(root, "packages", name),
    stdio: "inherit",
  });
  if (run.status !== 0) process.exitCode = run.status ?? 1;
}
