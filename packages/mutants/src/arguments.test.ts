import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";
import { drawn } from "./drawing.ts";
import { main } from "./main.ts";

describe("arguments", () => {
  it("have defaults", () => {
    expect(readArguments([])).toMatchObject({ packageName: "reference", sample: 300, seed: 1, only: [], under: [] });
    expect(readArguments(["--package", "fuzz", "--seed", "0", "--only", "a,b", "--only", "c"])).toMatchObject({
      packageName: "fuzz",
      seed: 0,
      only: ["a", "b", "c"],
    });
  });

  it.each([
    [["--sampel", "3"], "--sampel"],
    [["--sample", "0"], "--sample takes an integer of at least 1"],
    [["--sample", "3x"], 'received "3x"'],
    [["--seed", "-1"], "--seed"],
    [["--sample"], "--sample"],
    [["--seed", "1", "--seed", "2"], "--seed was given 2 times"],
    [["--package", "schemas"], "--package takes one of reference, conformance, client, fuzz"],
    [["reference"], '"reference" belongs to no option'],
  ])("that cannot be understood end with 2 and say what: %j", async (args, message) => {
    let noted = "";
    const code = await main(args, {
      out: () => undefined,
      note: (text) => {
        noted += text;
      },
    });
    expect([code, noted]).toEqual([2, expect.stringContaining(message)]);
  });

  it("name mutants that exist and are reached", () => {
    const mutant = (id: string) => ({
      id,
      key: id,
      file: "a.ts",
      line: 1,
      operator: "",
      original: "",
      replacement: "",
    });
    const there = { mutants: [mutant("a"), mutant("b")], asides: [] };
    const ask = (id: string) => drawn({ only: [id], under: [], sample: 1, seed: 1 }, there, [mutant("a")]);
    expect(ask("a").chosen.map(({ id }) => id)).toEqual(["a"]);
    expect(() => ask("b")).toThrow("b is not reached");
    expect(() => ask("c")).toThrow("there is no mutant c");
  });

  it("draw from files and folders that there are", () => {
    expect(readArguments(["--under", "src/a/,b/c.ts"])).toMatchObject({ under: ["a", "b/c.ts"] });
    const mutants = ["a/one.ts", "a.ts", "b/c.ts", "b/d.ts"].map((file) => ({
      id: file,
      key: file,
      file,
      line: 1,
      operator: "",
      original: "",
      replacement: "",
    }));
    const ask = (under: string[]) => drawn({ only: [], under, sample: 9, seed: 1 }, { mutants, asides: [] }, mutants);
    expect(ask(["a", "b/c.ts"]).chosen.map(({ file }) => file)).toEqual(["a/one.ts", "b/c.ts"]);
    expect(ask([]).chosen.length).toBe(4);
    expect(() => ask(["b/c"])).toThrow("no mutant is in a file or folder src/b/c");
  });
});
