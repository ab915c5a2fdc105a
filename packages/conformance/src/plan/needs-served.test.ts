import { expect, it } from "vitest";
import { operationRule } from "../rule/operation-rule.ts";
import { testTarget } from "../target/target.test-support.ts";
import { aNotice, aProbe, aStory, aWatch, subjectOf } from "./check.test-support.ts";
import { needsServed } from "./needs-served.ts";

const [bound, open] = [true, false].map((bindingStated) => testTarget("http://127.0.0.1:1", { bindingStated }));
if (bound === undefined || open === undefined) throw new Error("no target");
const publicOne = subjectOf("listAlerts");
const stated = subjectOf("getAccessLogsByCluster");

it("needsServed is false for an invariant, unless it applies to each operation", () => {
  expect(needsServed(aWatch("A-1"), publicOne, bound)).toBe(false);
  expect(needsServed(aWatch("A-1", { each: true }), publicOne, bound)).toBe(true);
  expect(needsServed(aNotice("A-1"), publicOne, bound)).toBe(true);
  expect(needsServed(aStory("A-1"), publicOne, bound)).toBe(true);
});

it("needsServed is false for the BIND rule of a path that the description states", () => {
  for (const target of [bound, open]) {
    expect(needsServed(aProbe(operationRule("getAccessLogsByCluster", "BIND")), stated, target)).toBe(false);
    expect(needsServed(aProbe(operationRule("getAccessLogsByCluster", "PARAMS")), stated, target)).toBe(true);
  }
});

it("needsServed is false for the PARAMS rule of a path that the user states", () => {
  const params = aProbe(operationRule("listAlerts", "PARAMS"));
  expect(needsServed(params, publicOne, bound)).toBe(false);
  expect(needsServed(aProbe(operationRule("listAlerts", "BIND")), publicOne, bound)).toBe(true);
  expect(needsServed(aProbe(operationRule("getAlert", "PARAMS")), publicOne, bound)).toBe(true);
});

it("needsServed is true for every rule of a path that nobody states", () => {
  expect(needsServed(aProbe(operationRule("listAlerts", "PARAMS")), publicOne, open)).toBe(true);
});
