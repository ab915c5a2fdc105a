import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toOpenApi30 } from "./openapi-30.ts";
import { outputs } from "./outputs.ts";
import { validators } from "./validators.ts";
import { writeFiles } from "./write-files.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-outputs-"));
const files = outputs();
/** The OpenAPI 3.0 documents, converted from the files as users do. */
const converted = [...files].flatMap(([path, text]) =>
  path.startsWith("openapi/")
    ? [[path.replace("3.1.json", "3.0.json"), JSON.stringify(toOpenApi30(JSON.parse(text)))] as const]
    : [],
);
beforeAll(() => writeFiles(folder, new Map([...files, ...converted])));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** PLUMBLINE_FULL lints all documents: a linter takes half a minute for two. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;

const documents = ["neutral", "atlas"].flatMap((profile) =>
  ["1.0", "2"].flatMap((version) => ["3.1", "3.0"].map((format) => `${profile}-${version}.openapi-${format}`)),
);

/** The maximum size of the package in bytes, most of which are documents and schemas. */
const MOST_BYTES = 6_000_000;

describe("the files of a build", () => {
  it("contain a document for each profile and version, which converts to OpenAPI 3.0", () => {
    const written = [...files.keys()].filter((path) => path.startsWith("openapi/"));
    expect(written.sort()).toEqual(
      documents.flatMap((name) => (name.endsWith("3.1") ? [`openapi/${name}.json`] : [])).sort(),
    );
    expect(readdirSync(join(folder, "openapi")).sort()).toEqual(documents.map((name) => `${name}.json`).sort());
    for (const name of documents) {
      const document: unknown = JSON.parse(readFileSync(join(folder, "openapi", `${name}.json`), "utf8"));
      expect(document).toMatchObject({ openapi: name.endsWith("3.1") ? "3.1.0" : "3.0.3" });
    }
  });

  it.runIf(full)("have no error or warning under Spectral's OpenAPI rules", async () => {
    const rules = join(folder, "rules.json");
    writeFileSync(rules, JSON.stringify({ extends: ["spectral:oas"] }));
    // Shows that the rules are active: a document like the others, but with undeclared tags.
    const wrong = join(folder, "wrong.json");
    const { tags: _tags, paths, ...document } = JSON.parse(files.get("openapi/neutral-2.openapi-3.1.json") ?? "{}");
    writeFileSync(wrong, JSON.stringify({ ...document, paths: Object.fromEntries(Object.entries(paths).slice(0, 1)) }));
    const found = await spectral(rules, [...documents.map((name) => join(folder, "openapi", `${name}.json`)), wrong]);
    expect(found.filter(({ source }) => source !== wrong)).toEqual([]);
    expect(found.map(({ code }) => code)).toContain("operation-tag-defined");
  });
});

/** All findings of Spectral, including hints. */
function spectral(
  rules: string,
  paths: readonly string[],
): Promise<readonly { readonly code: string | number; readonly source: string }[]> {
  const manifest = createRequire(import.meta.url).resolve("@stoplight/spectral-cli/package.json");
  const program = join(dirname(manifest), "dist", "index.js");
  const args = [program, "lint", "-r", rules, "-f", "json", "--quiet", ...paths];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 50_000_000 }, (error, stdout) => {
      // It exits with 1 when it finds errors, which the caller wants to see like warnings.
      if (error && error.code !== 1) return reject(error);
      resolve(JSON.parse(stdout));
    });
  });
}

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const built = existsSync(join(dist, "validators"));

describe("dist", () => {
  it.skipIf(!built)(`equals the output of the source${built ? "" : ' (missing: "npm run build" creates it)'}`, () => {
    const stale: string[] = [];
    const all = new Map([...files, ...validators()]);
    for (const [path, text] of all)
      if (!existsSync(join(dist, path)) || readFileSync(join(dist, path), "utf8") !== text) stale.push(path);
    for (const top of ["openapi", "json-schema", "validators"])
      for (const file of readdirSync(join(dist, top), { recursive: true, encoding: "utf8" }))
        if (statSync(join(dist, top, file)).isFile() && !all.has(`${top}/${file}`))
          stale.push(`${top}/${file} (should not be there)`);
    expect(stale, "the package was not built since its source changed").toEqual([]);
  });

  it.skipIf(!built)("is small enough to publish", () => {
    const inside = readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => statSync(join(dist, file)));
    expect(inside.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)).toBeLessThan(MOST_BYTES);
  });
});
