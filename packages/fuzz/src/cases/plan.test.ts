import type { World } from "@plumbline/conformance";
import { Memory } from "@plumbline/conformance";
import { atlas, bindContract, neutral, type Profile } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { describe, expect, it } from "vitest";
import { planHash } from "../order.ts";
import type { BodyParts } from "./bodies.ts";
import { KNOWN_SET } from "./known-sets.ts";
import { type CampaignScope, planOf } from "./plan.ts";
import type { Family } from "./subjects.ts";
import type { Aim } from "./test-case.ts";

const world: World = {
  fixtures: {
    groupId: "32b6e34b3d91647abb20e7b8",
    alertConfigId: "a2b6e34b3d91647abb20e7b9",
    alertId: "b2b6e34b3d91647abb20e7ba",
    clusterName: "Cluster0",
    hostname: "a.example.net",
  },
  records: {},
  alertConfiguration: {
    eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
    enabled: false,
    notifications: [{ typeName: "EMAIL", emailAddress: "plumbline@example.com" }],
  },
  unbound: new Map([["getAlert/2", "not here"]]),
  callers: [],
  memory: new Memory(),
};
const partsOf = (profile: Profile): BodyParts => ({
  contract: bindContract(profile),
  world,
  matcherFields: ["TYPE_NAME"],
});
const scopes: CampaignScope[] = (["reads", "configurations", "alerts"] satisfies Family[]).flatMap((family) =>
  (["refused", "accepted", "no crash"] satisfies Aim[]).map(
    (aim) => ({ family, aim, level: aim === "no crash" ? "SHOULD" : "MUST" }) as const,
  ),
);
const named = scopes.map((scope) => [`${scope.family}, ${scope.aim}`, scope] as const);
const validator = createValidator();

describe("planOf", () => {
  it.each(named)("returns the same list for the same seed: %s", (_name, scope) => {
    const plan = planOf(scope, partsOf(neutral), 1);
    expect(plan.length).toBeGreaterThan(5);
    expect(planHash(planOf(scope, partsOf(neutral), 1))).toBe(planHash(plan));
    expect(planHash(planOf(scope, partsOf(neutral), 2))).not.toBe(planHash(plan));
    expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length);
  });

  it.each([neutral, atlas])("plans bodies that the contract accepts or refuses as intended", (profile) => {
    const parts = partsOf(profile);
    for (const scope of scopes.filter(({ aim }) => aim !== "no crash")) {
      for (const { operation, version, call, id, shows } of planOf(scope, parts, 1)) {
        const schema = parts.contract.operation(operation, version).body?.schema;
        if (schema === undefined || call.rawBody === undefined || ["json", KNOWN_SET].includes(shows.keyword)) continue;
        const inBody = scope.aim === "refused" && call.query === undefined && call.path === undefined;
        expect(validator.accepts(schema, JSON.parse(call.rawBody)), id).toBe(!inBody);
      }
    }
  });

  it("writes bodies in the field names of the target", () => {
    const plan = planOf({ family: "configurations", aim: "refused", level: "MUST" }, partsOf(atlas), 1);
    const monitoring = plan.filter(({ base }) => base === "monitoring");
    expect(monitoring.length).toBeGreaterThan(10);
    for (const { call } of monitoring) expect(call.rawBody).toContain('"DATADOG"');
  });

  it("omits operations that are not served, not addressable or not selected", () => {
    const scope: CampaignScope = { family: "reads", aim: "refused", level: "MUST" };
    const labels = (parts: BodyParts, choice = {}) =>
      new Set(planOf(scope, parts, 1, choice).map(({ operation, version }) => `${operation}/${version}`));
    expect(labels(partsOf(neutral))).not.toContain("getAlert/2");
    expect(labels(partsOf(neutral))).toContain("getAlert/1.0");
    const { hostname: _hostname, ...fixtures } = world.fixtures;
    expect(labels({ ...partsOf(neutral), world: { ...world, fixtures } })).not.toContain("getAccessLogsByHost/2");
    expect(labels(partsOf(neutral), { operations: ["listAlerts"], versions: ["2"] })).toEqual(
      new Set(["listAlerts/2"]),
    );
  });

  it("starts with boundaries and ends with types", () => {
    const tiers = planOf({ family: "reads", aim: "refused", level: "MUST" }, partsOf(neutral), 1).map(
      ({ tier }) => tier,
    );
    expect(tiers.slice(0, 12)).toEqual(Array(12).fill("boundary"));
    expect(tiers.indexOf("type")).toBeGreaterThan(tiers.indexOf("constraint"));
  });

  it("gives cells names that a list of known failures can contain", () => {
    const plan = scopes.flatMap((scope) => planOf(scope, partsOf(neutral), 1));
    const names = new Set(plan.map(({ name }) => name));
    for (const name of [
      "query/itemsPerPage:maximum+1",
      "query/end:format",
      "path/groupId:pattern",
      "body/notifications/0/delayMin:type",
      "body/notifications/0/notifierId:maxLength+1",
      "body/matchers/0/fieldName:type",
      "body/acknowledgementComment:maxLength+1",
      "body/acknowledgementComment:maxLength",
      "body:unknown",
    ])
      expect(names).toContain(name);
  });

  it("is milder about a wrong analyzer in an index than in the list of analyzers", () => {
    const pointers = (level: "MUST" | "SHOULD", id: string) =>
      planOf(
        { family: id === "replaceCustomAnalyzers" ? "settings" : "records", aim: "refused", level },
        partsOf(neutral),
        1,
      )
        .filter(({ operation, version }) => operation === id && version === "1.0")
        .map(({ shows }) => shows.pointer);
    const inAnalyzers = (pointer: string) => pointer.startsWith("/analyzers/");
    expect(pointers("SHOULD", "createSearchIndex").filter(inAnalyzers).length).toBeGreaterThan(3);
    expect(pointers("MUST", "createSearchIndex").filter(inAnalyzers)).toEqual([]);
    expect(pointers("MUST", "createSearchIndex")).toContain("/analyzers");
    expect(pointers("MUST", "replaceCustomAnalyzers").length).toBeGreaterThan(3);
  });
});
