import type { World } from "@plumbline/conformance";
import { Memory } from "@plumbline/conformance";
import { bindContract, neutral, readText } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { describe, expect, it } from "vitest";
import { breaksExactly } from "../mutants/mutants-of.ts";
import type { BodyParts } from "./bodies.ts";
import { drawnTestCases } from "./drawn.ts";
import type { CampaignScope } from "./plan.ts";
import type { TestCase } from "./test-case.ts";

const contract = bindContract(neutral);
const id = "32b6e34b3d91647abb20e7b8";
const world: World = {
  fixtures: { groupId: id, alertConfigId: id, alertId: id, clusterName: "Cluster0", hostname: "a.example.net" },
  records: {},
  alertConfiguration: { eventTypeName: "X", notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com" }] },
  unbound: new Map(),
  callers: [],
  memory: new Memory(),
};
const parts: BodyParts = { contract, world, matcherFields: [] };
const scopes: readonly CampaignScope[] = [
  { family: "reads", aim: "refused", level: "MUST" },
  { family: "reads", aim: "accepted", level: "MUST" },
  { family: "configurations", aim: "refused", level: "MUST" },
  { family: "settings", aim: "refused", level: "MUST" },
];
const validator = createValidator();

function first(count: number, seed = 1, choice = {}): readonly TestCase[] {
  const testCases: TestCase[] = [];
  for (const testCase of drawnTestCases(scopes, parts, seed, choice)) if (testCases.push(testCase) === count) break;
  return testCases;
}

describe("drawnTestCases", () => {
  it("draws the same requests from the same seed, each with a unique id", () => {
    const testCases = first(600);
    expect(testCases).toEqual(first(600));
    expect(testCases).not.toEqual(first(600, 2));
    expect(new Set(testCases.map((testCase) => testCase.id)).size).toBe(600);
    expect(new Set(testCases.map(({ aim }) => aim))).toEqual(new Set(["refused", "accepted"]));
  });

  it("breaks exactly what the certificate says, and draws valid requests without one", () => {
    const counts = { bodies: 0, queries: 0, valid: 0 };
    for (const { operation, version, certificate, call } of first(3_000)) {
      const { query, body } = contract.operation(operation, version);
      const kinds = Object.entries(call.query ?? {}).map(([name, text]) => {
        const schema = query.find((one) => one.name === name)?.schema ?? {};
        return [name, readText(schema, text).kind] as const;
      });
      if (certificate === undefined) {
        counts.valid += 1;
        expect(kinds.map(([, kind]) => kind)).toEqual(kinds.map(() => "value"));
      } else if (certificate.location === "query") {
        counts.queries += 1;
        expect(kinds.filter(([, kind]) => kind !== "value")).toEqual([[certificate.pointer, "none"]]);
      } else {
        counts.bodies += 1;
        const schema = body?.schema ?? {};
        expect(validator.accepts(schema, JSON.parse(call.rawBody ?? ""))).toBe(false);
        expect(breaksExactly(schema, call.rawBody ?? "", certificate)).toBe(true);
      }
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
  });

  it("ends if there is nothing to draw", () => {
    expect([...drawnTestCases([{ family: "tokens", aim: "refused", level: "MUST" }], parts, 1)]).toEqual([]);
  });
});
