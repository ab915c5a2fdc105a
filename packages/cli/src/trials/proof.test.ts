import { requirements, unbreakable } from "@plumbline/conformance";
import { faults } from "@plumbline/reference";
import { OPERATION_IDS } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { provable } from "./provable.ts";

/*
 * Checks without running anything what `plumbline faults` proves by running: no requirement without a fault, and no
 * fault that names an unknown requirement, reaches the main branch.
 */
describe("the proof of the suite", () => {
  const blamed = new Set(faults.flatMap(({ violates }) => violates));
  const breakable = provable(requirements, OPERATION_IDS);

  it("leaves no requirement that is neither broken by a fault nor listed as unbreakable", () => {
    const unexplained = breakable.filter((id) => !blamed.has(id) && !Object.hasOwn(unbreakable, id));
    expect(unexplained).toEqual([]);
  });

  it("never lists as unbreakable what a fault breaks", () => {
    expect(Object.keys(unbreakable).filter((id) => blamed.has(id))).toEqual([]);
  });

  it("blames only rules that can turn red", () => {
    const known = new Set(breakable);
    expect([...blamed].filter((id) => !known.has(id))).toEqual([]);
  });

  it("reaches every MUST and SHOULD that is not looked for by drawing at random", () => {
    const reached = new Set(breakable);
    const missed = requirements.filter(
      ({ id, level, kind }) => (level === "MUST" || level === "SHOULD") && kind !== "campaign" && !reached.has(id),
    );
    expect(missed.map(({ id }) => id)).toEqual([]);
  });
});
