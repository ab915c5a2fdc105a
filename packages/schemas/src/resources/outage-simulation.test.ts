import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { createValidator } from "../validate.ts";
import { outageSimulation, outageSimulationInput } from "./outage-simulation.ts";

const { accepts, violations } = createValidator();
const filter = { cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" };
const ID = "32b6e34b3d91647abb20e7b8";

describe("the request that starts an outage simulation", () => {
  it("has a valid example", () => {
    expect(exampleOf(outageSimulationInput)).toEqual({ outageFilters: [filter] });
    expect(violations(outageSimulationInput, exampleOf(outageSimulationInput))).toEqual([]);
  });

  it("requires at least one filter", () => {
    fc.assert(
      fc.property(fc.array(fc.constant(filter), { maxLength: 8 }), (outageFilters) => {
        expect(accepts(outageSimulationInput, { outageFilters })).toBe(outageFilters.length > 0);
      }),
    );
    const wrong = [{}, { outageFilters: {} }, { outageFilters: null }, { outageFilters: ["REGION"] }];
    expect(wrong.filter((body) => accepts(outageSimulationInput, body))).toEqual([]);
  });

  it("checks the types of a filter's members, and accepts any text", () => {
    for (const member of ["cloudProvider", "regionName", "type"]) {
      expect(accepts(outageSimulationInput, { outageFilters: [{ ...filter, [member]: 5 }] }), member).toBe(false);
      expect(accepts(outageSimulationInput, { outageFilters: [{ ...filter, [member]: "ELSE" }] }), member).toBe(true);
    }
  });
});

describe("an outage simulation in an answer", () => {
  it("has a valid example, in the state after the start", () => {
    expect(violations(outageSimulation, exampleOf(outageSimulation))).toEqual([]);
    expect(exampleOf(outageSimulation)).toMatchObject({ state: "START_REQUESTED" });
  });

  it("requires only its id, and checks the types of its other members", () => {
    expect(accepts(outageSimulation, { id: ID })).toBe(true);
    expect(accepts(outageSimulation, { state: "COMPLETE" })).toBe(false);
    const wrong = [
      { id: 5 },
      { groupId: "x" },
      { clusterName: "-" },
      { outageFilters: [] },
      { startRequestDate: "soon" },
      { state: 1 },
    ];
    expect(wrong.filter((members) => accepts(outageSimulation, { id: ID, ...members }))).toEqual([]);
    expect(accepts(outageSimulation, { id: ID, state: "OF_TOMORROW" })).toBe(true);
  });
});
