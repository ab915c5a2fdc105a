// Makes the committed samples: node reports/make-samples.mjs (after npm run build).
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, "../packages/cli/bin/plumbline.mjs");
const samples = [
  ["reference", ["--area", "PAGE,ALT,AUTH"]],
  ["faulty", ["--area", "PAGE", "--fault", "PG-03"]],
];
for (const [name, flags] of samples) {
  const out = mkdtempSync(join(tmpdir(), "plumbline-sample-"));
  spawnSync(process.execPath, [program, "run", ...flags, "--out", out], { stdio: "inherit" });
  mkdirSync(join(here, "samples", name), { recursive: true });
  copyFileSync(join(out, "index.html"), join(here, "samples", name, "index.html"));
}
