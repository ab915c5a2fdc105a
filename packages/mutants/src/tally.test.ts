import { expect, test } from "vitest";
import type { Finding } from "./finding.ts";
import { demandedLine, disagreementLines, scoreLine, survivorLines, tables } from "./lines.ts";
import type { Mutant } from "./mutant.ts";
import { disagreement, type Tried } from "./tally.ts";

const mutant = (id: string, operator = "EqualityOperator"): Mutant => ({
  id,
  key: id,
  file: "http/body.ts",
  line: 7,
  operator,
  original: "a <\n  b",
  replacement: "a <= b",
});
const tried = (id: string, finding: Finding): Tried => ({ mutant: mutant(id), finding });
const explanation = (id: string, line: number) => ({ id, class: "hole", reason: "nobody looks", line }) as const;

const all = [
  tried("a", { kind: "killed", by: "RULE@op/v2" }),
  tried("b", { kind: "survived" }),
  tried("c", { kind: "warned", by: "RULE@op/v2" }),
  tried("d", { kind: "survived" }),
];

test("what survives without a reason, what is noticed after all and what is gone disagree", () => {
  const explained = [explanation("a", 1), explanation("b", 2), explanation("z", 3)];
  const found = disagreement(
    all,
    explained,
    all.map((one) => one.mutant),
  );
  expect(disagreementLines(found, "packages/mutants/explained.yml").split("\n")).toEqual([
    "d survived and packages/mutants/explained.yml does not say why",
    "packages/mutants/explained.yml:1: a is noticed: take the line out",
    "packages/mutants/explained.yml:3: z is no mutant any more: take the line out",
    "",
  ]);
  expect(
    disagreementLines(disagreement([], [explanation("b", 2)], [mutant("b")]), "packages/mutants/explained.yml"),
  ).toBe("");
});

test("survivors are shown with place, change and what is said of them", () => {
  expect(survivorLines("reference", all, [explanation("b", 2)])).toBe(
    [
      "",
      "b  packages/reference/src/http/body.ts:7",
      "  EqualityOperator: a < b -> a <= b",
      "  hole: nobody looks",
      "",
      "d  packages/reference/src/http/body.ts:7",
      "  EqualityOperator: a < b -> a <= b",
      "  not explained",
      "",
    ].join("\n"),
  );
});

test("of what breaks a demand the part that was killed is told, where survivors that are explained break none", () => {
  const harmless = { ...explanation("b", 2), class: "open" } as const;
  expect(demandedLine(all, [])).toBe("1 of 3 that break what is demanded and were judged are killed (33.3 %)\n");
  expect(demandedLine(all, [explanation("b", 2)])).toMatch(/^1 of 3 /);
  expect(demandedLine(all, [harmless])).toBe(
    "1 of 2 that break what is demanded and were judged are killed (50.0 %)\n",
  );
});

test("the score counts what a failed MUST shows, and beside it whatever is not green", () => {
  expect(scoreLine(all, 9)).toBe("\n4 tried in 9 s: 1 killed (25.0 %), 2 not green (50.0 %), 2 survived\n");
  expect(tables(all)).toMatch(
    /operator +tried +killed +warned +unjudged +hung +survived\nEqualityOperator +4 +1 +1 +0 +0 +2\n/,
  );
  expect(tables(all)).toMatch(/\narea .*\nhttp +4 +1 +1 +0 +0 +2\n/);
});
