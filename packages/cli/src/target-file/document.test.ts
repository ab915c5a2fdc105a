import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROLES } from "@plumbline/schemas";
import { afterAll, expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { openFile } from "../targets/file.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { readTargetFile } from "./read.ts";
import { PERMISSIONS, targetFileSchema } from "./schema.ts";

const text = readFileSync(new URL("../../../../docs/target-file.md", import.meta.url), "utf8");
const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = ""]) => yaml);
const folder = mkdtempSync(join(tmpdir(), "plumbline-document-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(blocks)("a block of the document is a target file that opens: %#", (yaml) => {
  const path = join(folder, "target.yml");
  writeFileSync(path, yaml.replace(/^tls: .*$/m, "tls: { insecure: false }"));
  const named = Object.values(readTargetFile(path).file.credentials ?? {}).flatMap(namesIn);
  const environment = Object.fromEntries(named.map((name) => [name, "x"]));
  const terminal = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };
  expect(() => openFile(path, readFlags("run", TARGET_FLAGS, []), { ...terminal, environment })).not.toThrow();
});

const namesIn = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(namesIn);

/** Every name of a member in the schema of the file, except ids of operations. */
function membersOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { readonly properties?: object };
  const own = Object.entries(properties ?? {});
  return own.flatMap(([name, inner]) => [name, ...(["operations", "limits"].includes(name) ? [] : membersOf(inner))]);
}

it("names every member, role and permission that there is", () => {
  const members = new Set(membersOf(targetFileSchema));
  expect(members.size).toBeGreaterThan(70);
  const missing = [...members, ...ROLES, ...PERMISSIONS].filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  expect(missing).toEqual([]);
});
