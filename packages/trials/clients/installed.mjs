import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Installs packages in exact versions into a temporary folder; `load` imports one of them. */
export function install(versions) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-clients-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const manifest = join(folder, "package.json");
  writeFileSync(manifest, JSON.stringify({ private: true, dependencies: versions }));
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`npm could not install ${Object.keys(versions).join(", ")}`);
  const require = createRequire(manifest);
  return {
    load: (name) => import(pathToFileURL(require.resolve(name)).href),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
