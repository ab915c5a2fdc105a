import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const folder = mkdtempSync(join(tmpdir(), "plumbline-packed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import { arbitraryOf, UnsupportedKeywordError } from "@plumbline/fuzz/arbitraries";
import fc from "fast-check";

const schema = { type: "object", properties: { name: { type: "string", pattern: "^[a-z]{2,5}$" } }, required: ["name"] };
fc.assert(fc.property(arbitraryOf(schema), ({ name }) => /^[a-z]{2,5}$/.test(name)));
try {
  arbitraryOf({ type: "object", properties: { tags: { type: "array", contains: {} } } });
} catch (error) {
  if (!(error instanceof UnsupportedKeywordError)) throw error;
  console.log(error.keyword, error.pointer);
}
`;

describe("the packed arbitraries", () => {
  it("work in a project without the rest of the workspace", () => {
    const { packageManager }: { packageManager: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const name of ["schemas", "report", "client", "model", "conformance", "fuzz"])
      execFileSync("npx", ["-y", packageManager, "pack", "--pack-destination", folder], {
        cwd: join(root, "packages", name),
        stdio: "pipe",
      });
    const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    expect(archives).toHaveLength(6);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    writeFileSync(join(folder, "program.js"), PROGRAM);
    const install = ["install", "--no-audit", "--no-fund", ...archives.map((name) => `./${name}`), "fast-check@4"];
    execFileSync("npm", install, { cwd: folder, stdio: "pipe" });
    const printed = execFileSync(process.execPath, ["program.js"], { cwd: folder, encoding: "utf8" });
    expect(printed).toBe("contains /properties/tags\n");
  });
});
