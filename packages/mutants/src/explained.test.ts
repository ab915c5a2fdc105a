import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ASIDES } from "./asides.ts";
import { CLASSES, readExplanations } from "./explained.ts";
import { NOT_MUTATED } from "./reference/asides.ts";

const ID = "reference/http/body.ts#0123456789";
const OTHER = "client/limits.ts#abcdef0123";
const read = (...lines: readonly string[]) => readExplanations("explained.yml", lines.join("\n"));

describe("explanations", () => {
  it("are the entries of the classes, each with its line", () => {
    expect(read("# Title", "equivalent:", `  ${ID}: >-`, "    the same", "    either way", "open:")).toEqual([
      { id: ID, class: "equivalent", reason: "the same either way", line: 3 },
    ]);
    expect(read("hole:", `  ${ID}: a reason`)).toMatchObject([{ class: "hole" }]);
  });

  it.each([
    [["hole:", "  an entry: of none"], 'explained.yml:2: "an entry" is no id such as package/file.ts#0123456789'],
    [["hole:", `  ${ID}:`], `explained.yml:2: ${ID} has no reason`],
    [["hole:", `  ${ID}: a`, "open:", `  ${ID}: b`], `explained.yml:4: ${ID} stands in line 2 already`],
    [["open:", `  ${ID}: who knows`], `explained.yml:2: ${ID} quotes no sentence`],
    [["elsewhere:", `  ${ID}: by others`], `explained.yml:2: ${ID} names no fault and no test`],
    [["holes:", `  ${ID}: a reason`], 'explained.yml:1: "holes" is none of equivalent, open, elsewhere, hole'],
    [["hole:", "  x: ["], "explained.yml:2: Flow sequence"],
  ])("that cannot be understood are named with their lines: %j", (lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });

  it("name every mistake at once", () => {
    expect(() => read("hole:", "  one: a", `  ${OTHER}:`)).toThrow(/:2: .*\n.*:3: /);
  });
});

const fileOf = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

it("explained.yml can be read, and has something of every class", () => {
  const classes = readExplanations("explained.yml", fileOf("../explained.yml")).map((one) => one.class);
  expect(new Set(classes)).toEqual(new Set(CLASSES));
});

describe("docs/mutants.md", () => {
  const text = fileOf("../../../docs/mutants.md");

  it.each(CLASSES)("says what %s means", (name) => {
    expect(text).toContain(`- **${name}**: `);
  });

  it.each([...ASIDES, ...NOT_MUTATED])("says why $name is set aside", ({ name, reason }) => {
    expect(text.replace(/\s+/g, " ")).toContain(`- **${name}**: ${reason}.`);
  });
});
