import { expect, it } from "vitest";
import { atlas } from "./atlas.ts";
import { neutralWords } from "./neutral-words.ts";

it("neutralWords contains every word that a bundled profile renames", () => {
  const { members, values: known, headers, sets } = neutralWords();
  expect(Object.keys(atlas.fields).filter((name) => !members.has(name))).toEqual([]);
  expect(Object.keys(atlas.headers).filter((name) => !headers.has(name))).toEqual([]);
  expect(Object.keys(atlas.moreValues).filter((name) => !sets.has(name))).toEqual([]);
  const values = Object.entries(atlas.values).flatMap(([member, words]) =>
    Object.keys(words).filter((word) => known.get(member)?.has(word) === false),
  );
  expect(values).toEqual([]);
});

it("neutralWords tells where a word may stand, and which members belong together", () => {
  const { values, decided, objects } = neutralWords();
  expect(values.get("typeName")).toContain("TEAM_CHAT");
  expect(values.get("cloudProvider")).toContain("PROVIDER_C");
  expect(values.has("description")).toBe(false);
  expect(decided.get("searchAnalyzer")).toBe("analyzerPrefix");
  expect(objects.some((names) => names.includes("engineVersion") && names.includes("clusterType"))).toBe(true);
});
