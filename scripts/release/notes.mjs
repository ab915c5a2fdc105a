// Prints the section of the changelog for the released version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../pnpm.mjs";

const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const changelog = readFileSync(join(root, "packages/cli/CHANGELOG.md"), "utf8");
const [, ...sections] = changelog.split(/^## /m);
const found = sections.find((section) => section.startsWith(`${version}\n`));
if (found === undefined) {
  process.stderr.write(
    `packages/cli/CHANGELOG.md has no section "## ${version}": run npm run version, and commit what it writes\n`,
  );
  process.exit(1);
}
process.stdout.write(
  found
    .slice(found.indexOf("\n") + 1)
    .trim()
    .concat("\n"),
);
