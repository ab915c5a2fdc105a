import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

interface Floors {
  objections(): readonly string[];
  objectionsTo(
    name: string,
    sources: ReadonlyMap<string, string>,
    floors: readonly (readonly string[])[],
    allowed?: readonly (readonly string[])[],
  ): readonly string[];
}

const SCRIPT = resolve(dirname(fileURLToPath(import.meta.url)), "../../../scripts/floors.mjs");
const { objections, objectionsTo }: Floors = await import(pathToFileURL(SCRIPT).href);

/** The objections to a package whose files have these imports. */
const saidOf = (
  files: Readonly<Record<string, string>>,
  floors: readonly (readonly string[])[],
  allowed?: readonly (readonly string[])[],
) => objectionsTo("made-up", new Map(Object.entries(files)), floors, allowed).join("\n");

const UP = 'import type { B } from "../upper/b.ts";';
const DOWN = 'export * from "../lower/c.ts";';
const FLOORS = [["lower"], ["upper"]];

describe("The floors of each package", () => {
  it("import only from lower floors, except for the circles that are listed", () => {
    expect(objections()).toEqual([]);
  });

  it("may be stood on by rooms that import nothing of each other", () => {
    expect(saidOf({ "lower/a.ts": "", "lower/c.ts": "", "upper/b.ts": DOWN }, FLOORS)).toBe("");
    expect(saidOf({ "lower/c.ts": "", "upper/b.ts": DOWN }, [["lower", "upper"]])).toBe(
      "packages/made-up: upper imports lower, which is beside it: upper/b.ts -> lower/c.ts",
    );
  });

  it.each([
    ["a type", UP],
    ["an export", 'export { B } from "../upper/b.ts";'],
    ["a type in place", 'export const a = (b: import("../upper/b.ts").B) => b;'],
    ["an import of later", 'await import(\n  "../upper/b.ts"\n);'],
  ])("are left upwards by %s", (_, text) => {
    expect(saidOf({ "lower/a.ts": text, "upper/b.ts": "" }, FLOORS)).toBe(
      "packages/made-up: lower imports upper, which is above it: lower/a.ts -> upper/b.ts",
    );
  });

  it("hold files directly in the sources as well", () => {
    expect(saidOf({ "a.ts": 'import "./upper/b.ts";', "upper/b.ts": "" }, [["a.ts"], ["upper"]])).toContain(
      "a.ts imports upper, which is above it",
    );
  });

  it("hold every room, once, and no other", () => {
    const said = saidOf({ "lower/a.ts": "", "cellar/b.ts": "" }, [["lower", "upper"], ["lower"]]);
    expect(said).toContain("cellar is on no floor");
    expect(said).toContain("upper has a floor and is not there");
    expect(said).toContain("lower is on two floors");
  });
});

describe("A knot", () => {
  const files = { "lower/a.ts": UP, "lower/c.ts": "", "upper/b.ts": DOWN };

  it("is told with an import for each way", () => {
    const said = saidOf(files, FLOORS);
    expect(said).toContain("a knot:");
    expect(said).toContain("lower -> upper (1): lower/a.ts -> upper/b.ts");
    expect(said).toContain("upper -> lower (1): upper/b.ts -> lower/c.ts");
  });

  it("may be there if it is named as it is", () => {
    expect(saidOf(files, FLOORS, [["upper", "lower"]])).toBe("");
    expect(saidOf(files, FLOORS, [["upper", "lower", "cellar"]])).toContain("a knot:");
    expect(saidOf({ ...files, "lower/a.ts": "" }, FLOORS, [["upper", "lower"]])).toContain("are no knot any more");
  });
});

it("No file imports itself, by whichever way", () => {
  expect(
    saidOf({ "a/a.ts": 'import "./b.ts";', "a/b.ts": 'import "./c.ts";', "a/c.ts": 'import "./a.ts";' }, [["a"]]),
  ).toBe("packages/made-up: a circle of files: a/a.ts, a/b.ts, a/c.ts");
});
