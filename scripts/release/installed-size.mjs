// Measures the installed size of the program in an empty project with an empty home.
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A megabyte is decimal, as in registries. */
export const LIMITS = { packages: 40, bytes: 25e6 };
/** The smallest unit of disk space, in bytes. */
const BLOCK = 512;

/** Installs archives, and measures everything that was installed. */
export function installedSize(archives) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-release-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--omit=dev", ...archives], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: homeless(folder),
  });
  const modules = join(folder, "node_modules");
  const names = readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
    );
  const sizes = names.map((name) => [name, onDisk(join(modules, name))]);
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 12);
  return { folder, packages: names.length, bytes, largest };
}

/** An environment with an empty home, but with the registry settings of the machine. */
export function homeless(folder) {
  const home = join(folder, "home");
  const config = execFileSync("npm", ["config", "get", "userconfig"], { encoding: "utf8" }).trim();
  const { PATH, LANG, NODE_EXTRA_CA_CERTS } = process.env;
  return {
    PATH,
    LANG,
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
    HOME: home,
    npm_config_userconfig: config,
    npm_config_cache: join(home, "npm"),
  };
}

function onDisk(path) {
  const found = lstatSync(path);
  const own = found.blocks * BLOCK;
  return found.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + onDisk(join(path, name)), own) : own;
}
