// Installs programs that are too large to be dependencies, in a temporary folder.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs packages in exact versions with npm, in a new folder that is removed when the process ends.
 * @param packages versions by name
 */
export function installed(packages) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-foreign-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const args = ["install", "--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", ...names];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  if (status === 0) return folder;
  console.error(`${names.join(", ")} cannot be installed, which takes a registry of packages:\n${stderr}`);
  return process.exit(2);
}
