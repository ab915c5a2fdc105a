import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { objectionsTo, sentencesOf } from "./prose.test-support.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const inFolder = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

const PAIRS = "docs/prose.md";
/** Texts of documents that other rules check: texts from code about excluded mutants, and examples of bad sentences. */
const BEFORE: Readonly<Record<string, string>> = {
  "docs/mutants.md": "\n## Set aside\n",
  [PAIRS]: "\n## Thirty pairs",
};
const documents = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "reports/README.md", "packages/cli/bench/profile.md"],
  ...readdirSync(join(ROOT, "packages")).flatMap((name) =>
    readdirSync(join(ROOT, "packages", name)).includes("README.md") ? [`packages/${name}/README.md`] : [],
  ),
  ...inFolder("docs"),
];

describe("the documents", () => {
  it.each(documents)("%s is written in plain sentences", (file) => {
    const [text = ""] = read(file).split(BEFORE[file] ?? "\0");
    const objections = sentencesOf(text).flatMap((sentence) =>
      objectionsTo(sentence).map((objection) => `${sentence.text}\n    ${objection}`),
    );
    if (objections.length > 0) expect.fail(`docs/prose.md says how to write:\n${objections.join("\n")}`);
  });
});

describe("the rules", () => {
  const pairs = [...read(PAIRS).matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(2);
  const isRefused = (text: string): boolean => sentencesOf(text).some((sentence) => objectionsTo(sentence).length > 0);

  it("object to most of the old sentences in docs/prose.md, and to none of the new ones", () => {
    expect(pairs).toHaveLength(30);
    expect(pairs.filter(([, , better = ""]) => isRefused(better))).toEqual([]);
    expect(pairs.filter(([, found = ""]) => isRefused(found)).length).toBeGreaterThanOrEqual(24);
  });

  it.each([
    ["length", `The run ${"very ".repeat(34)}slowly ends.`],
    ["passives", "The file is read, the records are written and the run is ended."],
    ["inversion", "The run ends. So does the proxy."],
  ])("object to a sentence for its %s", (_name, text) => {
    expect(isRefused(text)).toBe(true);
  });

  it("read past code, links, quotations and the rules of the interface", () => {
    const text = [
      'Use `nobody@example.net`, [a page](nobody.md) or the text "nobody".',
      "```sh\nnobody\n```",
      '- **PAGE-SHAPE** (MUST, stated): Nobody. <a id="page-shape"></a>',
    ];
    expect(isRefused(text.join("\n\n"))).toBe(false);
    expect(isRefused("Use it as nobody does.")).toBe(true);
  });
});
