import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = existsSync(join(root, "dist", "validators"));
const require = createRequire(import.meta.url);
const readme = readFileSync(join(root, "README.md"), "utf8");
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

/** A project outside the workspace with the packed package and its dependencies. */
const own = mkdtempSync(join(tmpdir(), "plumbline-packed-schemas-"));
let tarball = Buffer.alloc(0);
afterAll(() => rmSync(own, { recursive: true, force: true }));

describe.skipIf(!built)("the packed package", () => {
  beforeAll(() => {
    const pack = ["-y", "pnpm@12.21.0", "--dir", root, "pack", "--pack-destination", own];
    execFileSync("npx", pack, { stdio: "pipe" });
    const [name = "none"] = readdirSync(own).filter((file) => file.endsWith(".tgz"));
    tarball = readFileSync(join(own, name));
    const installed = join(own, "node_modules", "@plumbline", "schemas");
    mkdirSync(installed, { recursive: true });
    execFileSync("tar", ["-xzf", join(own, name), "--strip-components=1", "-C", installed]);
    for (const dependency of ["ajv", "ajv-formats", "@cfworker/json-schema"]) link(dependency);
    writeFileSync(join(own, "package.json"), JSON.stringify({ private: true, type: "module" }));
  });

  it("contains no source maps to missing sources", () => {
    const files = readdirSync(join(own, "node_modules/@plumbline/schemas"), { recursive: true, encoding: "utf8" });
    expect(files).toContain(join("dist", "index.js"));
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  });

  it("has no error or warning from publint", async () => {
    const { messages } = await publint({ pack: { tarball: arrayBuffer(tarball) }, strict: true });
    expect(messages).toEqual([]);
  });

  it("has types that every ESM resolution finds", async () => {
    const { types, ...checked } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    expect(types).toMatchObject({ kind: "included" });
    const problems = "problems" in checked ? checked.problems : [];
    // The package is ESM: it supports neither CommonJS nor a resolution without "exports".
    const said = problems.filter(
      (problem) => !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
    );
    expect(said.filter(({ kind }) => kind !== "CJSResolvesToESM")).toEqual([]);
  });

  it.each([
    ["judges an answer", 0, /^\/results\/0\/enabled \(type\): expected .*boolean.*, received "yes"\n$/],
    ["works with another validator", 1, /^false \[.*'#\/acknowledgementComment maxLength'/],
    ["can be referred to by name", 2, /^urn:plumbline:schema:neutral:2:alert false \/newest\/id\n$/],
    ["works with a strict validator", 3, /^false data.*must /],
    ["lists the catalogue", 4, /createAlertConfig 1\.0 POST .* \d+ bytes of example\n/],
  ])("%s as its README says", (_what, number, printed) => {
    const program = programs[number] ?? "none";
    expect(program.trim().split("\n").length).toBeLessThanOrEqual(15);
    writeFileSync(join(own, "program.js"), program);
    expect(execFileSync(process.execPath, ["program.js"], { cwd: own, encoding: "utf8" })).toMatch(printed);
  });

  it("type-checks in another project, and rejects an operation that does not exist", () => {
    const right = 'import { validate } from "@plumbline/schemas/validate";\nvalidate("getAlert", "response", {});\n';
    expect(typeCheck(right)).toBe("");
    expect(typeCheck(right.replace("getAlert", "getAlerts"))).toContain(`"getAlerts"' is not assignable`);
  });
});

function link(dependency: string): void {
  const path = join(own, "node_modules", dependency);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, "node_modules", dependency), path);
}

function typeCheck(text: string): string {
  writeFileSync(join(own, "program.ts"), text);
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "", "program.ts"];
  return spawnSync(process.execPath, [compiler, ...flags], { cwd: own, encoding: "utf8" }).stdout;
}

function arrayBuffer(data: Buffer): ArrayBuffer {
  return new Uint8Array(data).buffer;
}
