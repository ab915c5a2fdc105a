// The repository of a release is that of the workflow, which its provenance names. The sources name none.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../pnpm.mjs";

const { GITHUB_SERVER_URL: server = "https://github.com", GITHUB_REPOSITORY: name } = process.env;

/** Address of the repository; `undefined` outside a workflow. */
export const REPOSITORY = name === undefined ? undefined : `git+${server}/${name}.git`;

/** Adds the repository to a package.json while `work` runs. */
export function withRepository(packageName, work) {
  const path = join(root, "packages", packageName, "package.json");
  const before = readFileSync(path, "utf8");
  try {
    if (REPOSITORY !== undefined) {
      const manifest = JSON.parse(before);
      writeFileSync(
        path,
        JSON.stringify({ ...manifest, repository: { ...manifest.repository, url: REPOSITORY } }, null, 2),
      );
    }
    return work();
  } finally {
    if (REPOSITORY !== undefined) writeFileSync(path, before);
  }
}
