// npm run bench: every figure is a ratio of two things measured side by side in this one run.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { install } from "./installed.mjs";
import { build, root } from "./pnpm.mjs";

install();
build({ quiet: true });
let failed = 0;
for (const name of readdirSync(join(root, "packages")).sort()) {
  const folder = join(root, "packages", name, "bench");
  let files = [];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith(".bench.mjs"));
  } catch {
    continue;
  }
  for (const file of files.sort()) {
    const run = spawnSync(process.execPath, [join(folder, file)], { stdio: "inherit" });
    if (run.status !== 0) failed += 1;
  }
}
process.exit(failed === 0 ? 0 : 1);
