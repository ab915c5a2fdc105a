// npm run release [-- --dry-run]: builds everything that is published, tests it as a new user would, and prints its
// size. Without --dry-run it also publishes, which only the release workflow does. The results are in release/: an
// archive of each package, and the program as one file.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install } from "./installed.mjs";
import { build, pnpm, root } from "./pnpm.mjs";
import { archiveFaults } from "./release/archive-faults.mjs";
import { installedSize, LIMITS } from "./release/installed-size.mjs";
import { REPOSITORY, withRepository } from "./release/repository.mjs";
import { tryReadme } from "./release/try-readme.mjs";

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
const out = join(root, "release");
/** Each package after its dependencies. */
const PACKAGES = ["schemas", "report", "client", "model", "reference", "conformance", "fuzz", "cli"];
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const say = (line) => process.stdout.write(`${line}\n`);

install();
build({ quiet: true });
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const name of PACKAGES)
  withRepository(name, () =>
    pnpm(["--dir", join(root, "packages", name), "pack", "--pack-destination", out], { quiet: true }),
  );
const archives = PACKAGES.map((name) => {
  const file = readdirSync(out).find((one) => one.startsWith(`plumbline-${name}-`));
  return { name, path: join(out, file ?? "none") };
});
const bundled = spawnSync(process.execPath, [join(root, "packages/cli/bundle/bundle.mjs")], {
  stdio: ["ignore", "ignore", "inherit"],
});
if (bundled.status !== 0) process.exit(1);

const faults = [];
for (const { name, path } of archives) {
  const { size, unpacked, files, faults: own } = await archiveFaults(name, path);
  say(`@plumbline/${name}: ${mebibytes(size)} packed, ${mebibytes(unpacked)} unpacked, ${files} files`);
  faults.push(...own);
}
say(`plumbline.mjs: ${mebibytes(statSync(join(out, "plumbline.mjs")).size)}`);

say("\nin an empty project, with an empty home:");
const { folder, packages, bytes, largest } = installedSize(archives.map(({ path }) => path));
say(
  `npm install @plumbline/cli: ${packages} packages, ${mebibytes(bytes)} on the disk (at most ${LIMITS.packages} and ${mebibytes(LIMITS.bytes)})`,
);
for (const [name, size] of largest) say(`  ${mebibytes(size).padStart(8)} ${name}`);
if (packages > LIMITS.packages || bytes > LIMITS.bytes)
  faults.push("the program has become too large for whoever installs it");

say("\nthe README there:");
for (const { line, milliseconds, fault } of await tryReadme(folder)) {
  say(`  ${fault === undefined ? "✔" : "✘"} ${line} (${(milliseconds / 1_000).toFixed(1)} s)`);
  if (fault !== undefined) faults.push(`${line}: ${fault}`);
}
rmSync(folder, { recursive: true, force: true });

for (const fault of faults) process.stderr.write(`FAULT ${fault}\n`);
if (faults.length > 0) process.exit(1);
if (values["dry-run"]) {
  say(`\n${archives.length} archives and plumbline.mjs are in release/, and fit to be published`);
  process.exit(0);
}
if (REPOSITORY === undefined || !existsSync(process.env.GITHUB_WORKSPACE ?? "")) {
  process.stderr.write(
    "Publishing is for the release workflow, whose identity the registry can prove: use --dry-run here.\n",
  );
  process.exit(1);
}
for (const { path } of archives) {
  const published = spawnSync("npm", ["publish", path, "--provenance", "--access", "public"], { stdio: "inherit" });
  if (published.status !== 0) process.exit(published.status ?? 1);
}
say(`published ${JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")).version}`);
