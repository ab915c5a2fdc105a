// Finds faults in an archive before it is published.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../pnpm.mjs";

const NEEDED = [
  "name",
  "version",
  "description",
  "license",
  "repository",
  "engines",
  "exports",
  "sideEffects",
  "publishConfig",
];
const FILES = ["package/LICENSE", "package/README.md", "package/package.json"];
/** Files that users of the package do not need. */
const SURPLUS = /\.(test|test-support)\.|\.map$|tsbuildinfo|\/src\/|\/bench\//;

/** The sizes of an archive in bytes, its number of files, and its faults in words. */
export async function archiveFaults(name, path) {
  const { publint } = await import(
    pathToFileURL(createRequire(join(root, "packages/schemas/package.json")).resolve("publint")).href
  );
  const tarball = readFileSync(path);
  const listed = execFileSync("tar", ["-tvzf", path], { encoding: "utf8", maxBuffer: 2 ** 26 })
    .trim()
    .split("\n");
  const files = listed.map((line) => line.split(/\s+/).at(-1));
  const unpacked = listed.reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0);
  const manifest = JSON.parse(execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" }));
  const { messages } = await publint({
    pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length) },
  });
  const faults = [
    ...NEEDED.filter((key) => manifest[key] === undefined).map((key) => `package.json has no ${key}`),
    ...FILES.filter((file) => !files.includes(file)).map((file) => `${file} is not in it`),
    ...files
      .filter((file) => SURPLUS.test(file))
      .slice(0, 5)
      .map((file) => `${file} is in it`),
    ...(JSON.stringify(manifest).includes("workspace:") ? ["a dependency is of the workspace"] : []),
    ...messages
      .filter(({ type }) => type !== "suggestion")
      .map(({ code, path: where }) => `${code} at ${where.join(".")}`),
  ];
  return {
    size: tarball.length,
    unpacked,
    files: files.length,
    faults: faults.map((fault) => `@plumbline/${name}: ${fault}`),
  };
}
