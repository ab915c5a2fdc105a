import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The packages that each package may import; docs/decisions/0002-imports-go-one-way.md gives the reasons. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  report: [],
  model: ["schemas"],
  client: ["schemas"],
  reference: ["schemas"],
  conformance: ["schemas", "client", "model", "report"],
  fuzz: ["schemas", "client", "conformance", "report"],
  cli: ["schemas", "report", "client", "reference", "conformance", "fuzz"],
  site: ["schemas", "report", "reference", "conformance", "cli"],
  mutants: ["schemas", "report", "reference", "conformance", "cli"],
  trials: ["schemas", "report", "client", "reference", "conformance", "fuzz", "cli"],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly specifier: string;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : entry.name.endsWith(".ts") ? [path] : [];
  });
}

const imports: readonly Import[] = Object.keys(MAY_IMPORT).flatMap((name) =>
  sources(join(ROOT, "packages", name, "src")).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => ({
      file: relative(ROOT, file),
      from: name,
      specifier: match[1] ?? "",
    })),
  ),
);

/** Why an import is not allowed; `undefined` if it is. */
function objection({ file, from, specifier }: Import): string | undefined {
  const other = /^@plumbline\/([a-z]+)/.exec(specifier)?.[1];
  if (other !== undefined && other !== from && !MAY_IMPORT[from]?.includes(other)) {
    return `${file}: packages/${from} must not import packages/${other}; it may import ${MAY_IMPORT[from]?.join(", ") || "no package"}`;
  }
  // No package imports the trials, and they start parts of the program that it does not export.
  if (
    from !== "trials" &&
    specifier.startsWith(".") &&
    relative(join(ROOT, "packages", from), resolve(ROOT, dirname(file), specifier)).startsWith("..")
  ) {
    return `${file}: "${specifier}" leaves the package; import it by its package name`;
  }
  return undefined;
}

describe("imports", () => {
  it("are found in every package", () => {
    for (const name of Object.keys(MAY_IMPORT))
      expect(imports.filter((one) => one.from === name).length, name).toBeGreaterThan(5);
  });

  it("point in the allowed direction", () => {
    expect(imports.flatMap((one) => objection(one) ?? [])).toEqual([]);
  });

  it("would be objected to in the other direction", () => {
    expect(
      objection({ file: "packages/reference/src/x.ts", from: "reference", specifier: "@plumbline/conformance" }),
    ).toContain("must not import packages/conformance");
    expect(
      objection({ file: "packages/schemas/src/x.ts", from: "schemas", specifier: "../../client/src/connect.ts" }),
    ).toContain("leaves the package");
  });

  it("know every package of the workspace", () => {
    expect(readdirSync(join(ROOT, "packages")).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });
});
