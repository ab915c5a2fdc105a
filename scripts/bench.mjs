// npm run bench [-- WORD ...] [--json]: compares every figure with a bare baseline on this machine, in the same run.
// Words select the benches whose path contains one of them; with --json, only the figures go to standard output.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install } from "./installed.mjs";
import { build, root } from "./pnpm.mjs";

const { values, positionals: words } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
const benches = readdirSync(join(root, "packages"))
  .map((name) => join("packages", name, "bench"))
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(folder, file)))
  .filter((path) => path.endsWith(".bench.mjs") && (words.length === 0 || words.some((word) => path.includes(word))))
  .sort();
if (benches.length === 0) {
  process.stderr.write(`no bench in packages/*/bench has ${words.join(" or ")} in its path\n`);
  process.exit(2);
}

install();
build({ quiet: true });
const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
const file = join(folder, "figures.ndjson");
let failed = 0;
for (const path of benches) {
  const stdio = ["ignore", values.json ? process.stderr : "inherit", "inherit"];
  const run = spawnSync(process.execPath, [join(root, path)], { stdio, env: { ...process.env, FIGURES: file } });
  if (run.status !== 0) failed += 1;
}
const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
rmSync(folder, { recursive: true });
const figures = lines.map((line) => JSON.parse(line));
if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
const count = (verdict) => figures.filter((one) => one.verdict === verdict).length;
process.stderr.write(
  `${figures.length} figures: ${count("met")} as wanted, ${count("not met")} not, of ${count("unclear")} nothing follows\n`,
);
process.exit(failed === 0 ? 0 : 1);
