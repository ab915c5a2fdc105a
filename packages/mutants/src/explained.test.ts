import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ASIDES } from "./asides.ts";
import { readExplanations } from "./explained.ts";
import { NOT_MUTATED } from "./reference/asides.ts";

const ID = "reference/http/body.ts#0123456789";
const OTHER = "client/limits.ts#abcdef0123";
const read = (...lines: readonly string[]) => readExplanations("docs/mutants.md", lines.join("\n"));

describe("explanations", () => {
  it("are the entries below the headings of the classes", () => {
    expect(
      read(
        "# Title",
        "- not one",
        "## Equivalent",
        "Words.",
        "",
        `- \`${ID}\` the same`,
        "  either way",
        "## Left open",
      ),
    ).toEqual([{ id: ID, class: "equivalent", reason: "the same either way", line: 6 }]);
    expect(read("## Hole", `- \`${ID}\` a reason`, "## Else", "- something")).toMatchObject([{ class: "hole" }]);
  });

  it.each([
    [["## Hole", "- an entry"], "docs/mutants.md:2: an entry is - `package/file.ts#0123456789` and the reason"],
    [["## Hole", "- `body.ts#1` a reason"], "docs/mutants.md:2: an entry is"],
    [["## Hole", `- \`${ID}\``], `docs/mutants.md:2: ${ID} has no reason`],
    [["## Hole", `- \`${ID}\` a`, `- \`${ID}\` b`], `docs/mutants.md:3: ${ID} stands in line 2 already`],
    [["## Left open", `- \`${ID}\` who knows`], `docs/mutants.md:2: ${ID} quotes no sentence`],
    [["## Noticed elsewhere", `- \`${ID}\` by others`], `docs/mutants.md:2: ${ID} names no fault and no test`],
  ])("that cannot be understood are named with their lines: %j", (lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });

  it("name every mistake at once", () => {
    expect(() => read("## Hole", "- one", `- \`${OTHER}\``)).toThrow(/:2: .*\n.*:3: /);
  });
});

describe("docs/mutants.md", () => {
  const text = readFileSync(fileURLToPath(new URL("../../../docs/mutants.md", import.meta.url)), "utf8");

  it("can be read", () => {
    expect(readExplanations("docs/mutants.md", text)).toBeDefined();
  });

  it.each([...ASIDES, ...NOT_MUTATED])("says why $name is set aside", ({ name, reason }) => {
    expect(text.replace(/\s+/g, " ")).toContain(`- **${name}**: ${reason}.`);
  });
});
