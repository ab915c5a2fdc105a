import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ABOUT } from "./keywords.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const readme = readFileSync(join(here, "../../README.md"), "utf8");

describe("the arbitraries entry point", () => {
  it("loads only fast-check: no contract, no HTTP, no text generator", () => {
    const seen = new Set<string>();
    const foreign = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, "utf8");
      for (const [, name = ""] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm)) {
        if (name.startsWith(".")) visit(join(file, "..", name));
        else foreign.add(name);
      }
    };
    visit(join(here, "arbitraries.ts"));
    expect([...seen].every((file) => existsSync(file))).toBe(true);
    expect(seen.size).toBeGreaterThan(15);
    expect([...foreign]).toEqual(["fast-check"]);
  });

  it("has an example in the README that is a real test", () => {
    const example = readFileSync(join(here, "example.test.ts"), "utf8").replace(/^ *\/\/ biome-ignore.*\n/gm, "");
    expect(readme).toContain(example);
  });

  it("has a list of all supported keywords in the README", () => {
    for (const keyword of Object.values(ABOUT).flat()) expect(readme).toContain(`\`${keyword}\``);
  });
});
