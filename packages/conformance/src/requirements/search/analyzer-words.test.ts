import { BUILT_IN_ANALYZERS } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { emptyWorld } from "../../target/empty-world.ts";
import { subjectsOf } from "../../target/subjects-of.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { wordsFor } from "./analyzer-words.ts";
import { searchDefinitions } from "./definitions.ts";

const target = testTarget("http://127.0.0.1:1");

it("wordsFor sends every analyzer for both uses, each in one of the five writes", () => {
  const rule = searchDefinitions.find(({ id }) => id === "SRCH-ANALYZER-WORDS");
  if (rule?.kind !== "story") return expect.fail("the rule is a story");
  const subjects = subjectsOf(target, emptyWorld(target)).filter((subject) => rule.on(subject, target.contract));
  expect(subjects).toHaveLength(5);
  const sent = subjects.flatMap(wordsFor);
  for (const use of [0, 1]) expect(sent.map((pair) => pair[use]).sort()).toEqual([...BUILT_IN_ANALYZERS].sort());
});

it("wordsFor sends all analyzers for an unknown write", () => {
  const [other] = subjectsOf(target, emptyWorld(target)).filter(({ operation }) => operation.id === "listAlerts");
  expect(other && wordsFor(other)).toHaveLength(BUILT_IN_ANALYZERS.length);
});
