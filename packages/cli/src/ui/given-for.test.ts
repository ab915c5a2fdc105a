import { describe, expect, it } from "vitest";
import { type Flags, readFlags } from "../flags.ts";
import { givenFor } from "./given-for.ts";

const FLAGS: Flags = {
  ...Object.fromEntries(
    ["target", "profile", "group", "known-failures", "rate", "patience", "out"].map((name) => [
      name,
      { value: "X", help: "" },
    ]),
  ),
  ...Object.fromEntries(
    ["allow", "only", "area", "operation", "level", "skip"].map((name) => [
      name,
      { value: "X", many: true as const, help: "" },
    ]),
  ),
};
const base = readFlags("ui", FLAGS, [
  ...["--target", "http://127.0.0.1:1", "--allow", "create,delete", "--group", "g", "--profile", "atlas"],
  ...["--area", "PAGE", "--level", "MUST", "--rate", "5"],
]);
const occasion = { folder: "runs/1", knownFile: "known.yml", failed: ["A@x/v2", "B@y/v2"] };

describe("givenFor", () => {
  it("runs everything as the program was told to, in the folder of the run", () => {
    const given = givenFor(base, { scope: "all" }, occasion);
    expect(["target", "out", "known-failures", "group", "profile"].map((name) => given.one(name))).toEqual([
      ...["http://127.0.0.1:1", "runs/1", "known.yml", "g", "atlas"],
    ]);
    expect([
      given.all("allow"),
      given.all("area"),
      given.all("only"),
      given.has("quiet"),
      given.integer("rate", 1),
    ]).toEqual([...[["create", "delete"], ["PAGE"], undefined, true, 5]]);
  });

  it("permits nothing on another target, and says nothing of it that was said of the first", () => {
    const given = givenFor(base, { scope: "all", target: "other.yml" }, occasion);
    expect(given.one("target")).toBe("other.yml");
    for (const name of ["allow", "group", "profile"])
      expect([given.has(name), given.all(name)], name).toEqual([false, undefined]);
    expect(given.integer("rate", 1)).toBe(5);
  });

  it("takes another profile on the same target, and keeps what is permitted there", () => {
    const given = givenFor(base, { scope: "all", target: "http://127.0.0.1:1", profile: "neutral" }, occasion);
    expect([given.one("profile"), given.all("allow"), given.one("group")]).toEqual([
      "neutral",
      ["create", "delete"],
      "g",
    ]);
  });

  it.each([
    ["check", "A@x/v2", "only"],
    ["requirement", "A", "only"],
    ["area", "TOK", "area"],
    ["operation", "listAlerts", "operation"],
  ] as const)("a %s is selected alone", (scope, name, flag) => {
    const given = givenFor(base, { scope, name }, occasion);
    expect(given.all(flag)).toEqual([name]);
    for (const other of ["only", "area", "operation", "level"])
      if (other !== flag) expect(given.has(other), other).toBe(false);
    expect(() => givenFor(base, { scope, name: " " }, occasion)).toThrow(`name the ${scope}`);
  });

  it("what failed is selected by its checks, where there is any", () => {
    expect(givenFor(base, { scope: "failed" }, occasion).all("only")).toEqual(occasion.failed);
    expect(() => givenFor(base, { scope: "failed" }, { ...occasion, failed: [] })).toThrow("no check failed");
  });
});
