import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const packages = fileURLToPath(new URL("../..", import.meta.url));
const script = async (name: string): Promise<object> =>
  import(new URL(`../../../scripts/${name}.mjs`, import.meta.url).href);
const { inOrder } = (await script("prepack")) as { inOrder(name: string): ReadonlySet<string> };
const { hasTypes } = (await script("prune-types")) as { hasTypes(folder: string): boolean };
const manifestOf = (name: string) => JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));

it("every package that is published builds what it packs", () => {
  const published = readdirSync(packages).filter((name) => manifestOf(name).private !== true);
  expect(published.length).toBeGreaterThan(6);
  for (const name of published) expect(manifestOf(name).scripts.prepack, name).toBe("node ../../scripts/prepack.mjs");
});

it("a package is built after those that it needs", () => {
  const order = [...inOrder("fuzz")];
  expect(order.at(-1)).toBe("fuzz");
  expect(order.indexOf("schemas")).toBeLessThan(order.indexOf("client"));
  expect(order.indexOf("client")).toBeLessThan(order.indexOf("conformance"));
});

it("a build without the declarations that the exports name is no whole one", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-prepack-"));
  const exports = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ exports }));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/index.js"), "");
  expect(hasTypes(folder)).toBe(false);
  writeFileSync(join(folder, "dist/index.d.ts"), "");
  expect(hasTypes(folder)).toBe(true);
});
