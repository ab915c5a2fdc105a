import { expect, it } from "vitest";
import { watch } from "../rule/requirement.ts";
import { byRequirement } from "./by-requirement.ts";
import type { Check } from "./check.ts";

const rule = (id: string) =>
  watch({ id, level: "MUST", basis: "stated", text: id, section: "", on: () => true, examine: () => undefined });

it("byRequirement groups checks by requirement, and keeps the order of both", () => {
  const [one, other] = [rule("B-1"), rule("A-1")];
  const checks = [one, other, one].map(
    (requirement, index): Check => ({
      id: `${requirement.id}@${index}`,
      requirement,
      stage: "read",
      risk: "read",
      requests: 0,
      work: { kind: "watch" },
    }),
  );
  const groups = [...byRequirement(checks)].map(([{ id }, own]) => [id, own.map((check) => check.id)]);
  expect(groups).toEqual([
    ["B-1", ["B-1@0", "B-1@2"]],
    ["A-1", ["A-1@1"]],
  ]);
  expect(byRequirement([]).size).toBe(0);
});
