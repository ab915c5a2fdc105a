import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { instrument } from "./instrument.ts";
import { activate, board, deactivate } from "./switch.ts";

const folder = mkdtempSync(join(tmpdir(), "mutants-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCE = `
export const isMore = (count) => count > 10;
export function forever(most) {
  let turns = 0;
  while (turns < most) turns++;
  return turns;
}
`;

interface Loaded {
  readonly isMore: (count: number) => boolean;
  readonly forever: (most: number) => number;
}

async function loaded(): Promise<Loaded> {
  const { files } = await instrument("reference", [{ file: "a.ts", text: SOURCE }]);
  const path = join(folder, "a.mjs");
  writeFileSync(path, files[0]?.text ?? "");
  board();
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href);
  return module as Loaded;
}

describe("instrumented code", () => {
  it("holds all mutants, of which one at a time acts, in one process", async () => {
    const { mutants } = await instrument("reference", [{ file: "a.ts", text: SOURCE }]);
    const keyOf = (replacement: string) => mutants.find((one) => one.replacement === replacement)?.key ?? "none";
    const { isMore } = await loaded();
    expect([isMore(10), isMore(11)]).toEqual([false, true]);
    activate(keyOf("count >= 10"), 100);
    expect([isMore(10), isMore(11)]).toEqual([true, true]);
    activate(keyOf("count <= 10"), 100);
    expect([isMore(10), isMore(11)]).toEqual([true, false]);
    deactivate();
    expect([isMore(10), isMore(11)]).toEqual([false, true]);
  });

  it("throws when a mutant is reached beyond all measure", async () => {
    const { mutants } = await instrument("reference", [{ file: "a.ts", text: SOURCE }]);
    const endless = mutants.find(({ original, replacement }) => original === "turns++" && replacement === "turns--");
    const { forever } = await loaded();
    activate(endless?.key ?? "none", 1_000);
    expect(() => forever(3)).toThrow();
    deactivate();
    expect(forever(3)).toBe(3);
  });

  it("notes what is reached", async () => {
    const { mutants } = await instrument("reference", [{ file: "a.ts", text: SOURCE }]);
    const more = mutants.find(({ replacement }) => replacement === "count >= 10")?.key ?? "none";
    const { isMore } = await loaded();
    const reached = board().mutantCoverage?.static ?? {};
    const before = reached[more] ?? 0;
    isMore(1);
    expect((board().mutantCoverage?.static[more] ?? 0) - before).toBe(1);
  });
});

describe("a mutant", () => {
  it("has the place, the operator and both texts", async () => {
    const { mutants } = await instrument("reference", [{ file: "a.ts", text: SOURCE }]);
    expect(mutants.find(({ replacement }) => replacement === "count >= 10")).toMatchObject({
      id: expect.stringMatching(/^reference\/a\.ts#[0-9a-f]{10}$/),
      file: "a.ts",
      line: 2,
      operator: "EqualityOperator",
      original: "count > 10",
    });
    expect([...new Set(mutants.map(({ operator }) => operator))].toSorted()).toEqual([
      "ArrowFunction",
      "BlockStatement",
      "ConditionalExpression",
      "EqualityOperator",
      "UpdateOperator",
    ]);
  });

  it("keeps its id when lines come before it", async () => {
    const ids = async (text: string) =>
      (await instrument("reference", [{ file: "a.ts", text }])).mutants.map(({ id }) => id);
    expect(await ids(`const first = 1;\n\n${SOURCE}`)).toEqual(await ids(SOURCE));
  });

  it("is set aside where it changes a text for people, and nowhere else", async () => {
    const text = `
      export const one = new Refusal(400, "CODE", "for people");
      export const two = notFound("CODE", \`for \${"people"}\`);
      export const three = invalid("for people");
      class OwnError extends Error { constructor() { super("for people"); } }
      throw new OwnError("for people");
    `;
    const { mutants, asides } = await instrument("reference", [{ file: "a.ts", text }]);
    const texts = mutants.filter(({ operator }) => operator === "StringLiteral").map(({ original }) => original);
    expect(texts).toEqual(['"CODE"', '"CODE"']);
    expect(asides.map(({ rule }) => rule).toSorted()).toEqual([
      "exception-text",
      "exception-text",
      "refusal-text",
      "refusal-text",
      "refusal-text",
      "refusal-text",
    ]);
  });
});
