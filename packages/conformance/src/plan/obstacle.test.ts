import { atlas, bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { Risk } from "../ground/risk.ts";
import type { Subject } from "../ground/subject.ts";
import { fixture } from "../rule/need.ts";
import { operationRule } from "../rule/operation-rule.ts";
import type { Requirement } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { aCampaign, aNotice, aProbe, aStory, aWatch, subjectOf } from "./check.test-support.ts";
import { obstacleOf } from "./obstacle.ts";

const ID = "32b6e34b3d91647abb20e7b9";
const list = subjectOf("listAlerts");
const metrics = subjectOf("discoverMetricsTargets", "standalone");
const token = subjectOf("issueServiceToken", "standalone");
const gone = new Map([["listAlerts/2", "listAlerts is not there"]]);

interface Scene {
  readonly target?: Partial<Target>;
  readonly world?: Partial<World>;
  readonly risk?: Risk;
}

function obstacle(rule: Requirement, subject: Subject | undefined, { target, world, risk = "read" }: Scene = {}) {
  const own = testTarget("http://127.0.0.1:1", target);
  return obstacleOf(rule, risk, subject, own, { ...emptyWorld(own), ...world });
}

const could = (reason: string) => ({ kind: "could-not-run", reason: expect.stringContaining(reason) });
const notApplicable = (reason: string) => ({ kind: "not-applicable", reason: expect.stringContaining(reason) });

describe("obstacleOf", () => {
  it("is undefined for a read with everything it needs", () => {
    for (const rule of [aProbe("A-1"), aWatch("A-1"), aStory("A-1"), aNotice("A-1")])
      expect(obstacle(rule, list)).toBeUndefined();
    for (const rule of [aCampaign("A-1"), aStory("A-1")]) expect(obstacle(rule, undefined)).toBeUndefined();
  });
});

describe("obstacleOf, for a mock", () => {
  it("is not-applicable for a rule that needs a server with state", () => {
    const rule = aProbe("A-1", { mock: "it knows no roles" });
    expect(obstacle(rule, list, { target: { mock: true } })).toEqual(notApplicable("it knows no roles"));
    expect(obstacle(rule, list)).toBeUndefined();
    expect(obstacle(aProbe("A-1"), list, { target: { mock: true } })).toBeUndefined();
  });
});

describe("obstacleOf, for another date of version 2", () => {
  const at = (acceptDate: string) => ({ target: { contract: bindContract({ ...neutral, acceptDate }) } });

  it("is not-applicable for a rule about the description's own date", () => {
    const rule = aProbe("VER-2-SEARCH-DEFINITION");
    expect(obstacle(rule, list, at("2024-08-05"))).toEqual(notApplicable("the run requests 2024-08-05"));
    expect(obstacle(rule, list, at("2025-01-01"))).toBeUndefined();
    expect(obstacle(rule, subjectOf("listAlerts", "1.0"), at("2024-08-05"))).toBeUndefined();
    expect(obstacle(aProbe("A-1"), list, at("2024-08-05"))).toBeUndefined();
  });
});

describe("obstacleOf, for a main key that signs no digests", () => {
  const basic = { credentials: { main: { scheme: "basic", label: "main", username: "a", password: "b" } } } as const;

  it("is not-applicable for a rule about digests, whatever else it needs", () => {
    const rule = aProbe("A-1", { needs: [fixture("groupId"), { kind: "digest" }] });
    expect(obstacle(rule, list, { target: basic })).toEqual(notApplicable("signs no digests"));
    expect(obstacle(rule, list)).toBeUndefined();
  });
});

describe("obstacleOf, for an absent operation", () => {
  it("is could-not-run for everything except invariants", () => {
    expect(obstacle(aProbe("A-1"), list, { world: { unbound: gone } })).toEqual(could("listAlerts is not there"));
    expect(obstacle(aWatch("A-1"), list, { world: { unbound: gone } })).toBeUndefined();
    expect(obstacle(aProbe("A-1"), subjectOf("listAlerts", "1.0"), { world: { unbound: gone } })).toBeUndefined();
  });
});

describe("obstacleOf, for a target with another profile", () => {
  it("is could-not-run for everything except metrics discovery", () => {
    const world = { elsewhere: "everything is below /v3" };
    expect(obstacle(aProbe("A-1"), list, { world })).toEqual(could("below /v3"));
    expect(obstacle(aCampaign("A-1"), undefined, { world })).toEqual(could("below /v3"));
    const target = { metricsUrl: "http://127.0.0.1:1" };
    expect(obstacle(aProbe("A-1"), metrics, { world, target })).toBeUndefined();
  });
});

describe("obstacleOf, for a main key that the target refuses", () => {
  const world = { keyRefused: "the main key is refused" };

  it("is could-not-run for checks with that key", () => {
    for (const rule of [aProbe("A-1"), aStory("A-1"), aProbe("AUTH-DIGEST-ACCEPT")])
      expect(obstacle(rule, list, { world })).toEqual(could("the main key is refused"));
  });

  it("is undefined for rules about keys, invariants, campaigns, and requests without that key", () => {
    expect(obstacle(aProbe("AUTH-CHALLENGE"), list, { world })).toBeUndefined();
    expect(obstacle(aWatch("A-1"), list, { world })).toBeUndefined();
    expect(obstacle(aProbe("A-1"), token, { world })).toBeUndefined();
    expect(obstacle(aCampaign("A-1"), undefined, { world })).toBeUndefined();
  });
});

describe("obstacleOf, for metrics discovery", () => {
  it("is could-not-run without its address", () => {
    expect(obstacle(aProbe("A-1"), metrics)).toEqual(could("state metricsUrl"));
    expect(obstacle(aProbe("A-1"), metrics, { target: { metricsUrl: "http://127.0.0.1:1" } })).toBeUndefined();
  });
});

describe("obstacleOf, for an outage simulation", () => {
  const outage = subjectOf("getOutageSimulation");
  const scene = (outageClusterName?: string) => ({
    world: { fixtures: { groupId: ID, clusterName: "Cluster0", ...(outageClusterName && { outageClusterName }) } },
  });

  it("is not-applicable for a probe, unless the user names a cluster", () => {
    expect(obstacle(aProbe("A-1"), outage, scene())).toEqual(notApplicable("state fixtures.outageClusterName"));
    expect(obstacle(aProbe("A-1"), outage, scene("Cluster1"))).toBeUndefined();
  });

  it("is undefined for invariants and stories", () => {
    expect(obstacle(aWatch("A-1"), outage, scene())).toBeUndefined();
    expect(obstacle(aStory("A-1"), outage, scene())).toBeUndefined();
  });
});

describe("obstacleOf, for permissions", () => {
  it("names the missing permission for the check's risk", () => {
    expect(obstacle(aProbe("A-1"), list, { risk: "create" })).toEqual(could("--allow create"));
    const target = { allow: new Set<Risk>(["read", "create"]) };
    expect(obstacle(aProbe("A-1"), list, { risk: "create", target })).toBeUndefined();
  });

  it("requires permission for the write of a story, and for the create that it needs", () => {
    const remove = subjectOf("deleteAlertConfig");
    const allowing = (...allow: Risk[]) => obstacle(aStory("A-1"), remove, { target: { allow: new Set(allow) } });
    expect(allowing("read", "create")).toEqual(could("--allow delete"));
    expect(allowing("read", "delete")).toEqual(could("--allow create"));
    expect(allowing("read", "create", "delete")).toBeUndefined();
  });

  it("requires permission for the start that an end needs", () => {
    const end = subjectOf("endOutageSimulation");
    const allowing = (...allow: Risk[]) => obstacle(aStory("A-1"), end, { target: { allow: new Set(allow) } });
    expect(allowing("read", "delete")).toEqual(could("--allow costly"));
    expect(allowing("read", "delete", "costly")).toBeUndefined();
  });

  it("requires no permission for the probe of a write", () => {
    const fixtures = { groupId: ID, alertConfigId: ID };
    expect(obstacle(aProbe("A-1"), subjectOf("deleteAlertConfig"), { world: { fixtures } })).toBeUndefined();
  });
});

describe("obstacleOf, for a missing fixture", () => {
  it("names the place in the target file", () => {
    expect(obstacle(aProbe("A-1", { needs: [fixture("alertId")] }), list)).toEqual(could("fixtures.alertId"));
    expect(obstacle(aCampaign("A-1", { needs: [fixture("alertId")] }), undefined)).toEqual(could("fixtures.alertId"));
  });

  it("requires the ids in a probe's path, but none for stories and invariants", () => {
    const get = subjectOf("getAlert");
    expect(obstacle(aProbe("A-1"), get)).toEqual(could("fixtures.alertId"));
    for (const rule of [aStory("A-1"), aWatch("A-1"), aNotice("A-1")]) expect(obstacle(rule, get)).toBeUndefined();
  });
});

describe("obstacleOf, for an operation that only the profile has in a version", () => {
  it("is not-applicable if it is absent, even for its own PARAMS rule", () => {
    const contract = bindContract(atlas);
    const added: Subject = { operation: contract.operation("listClusters", "2"), version: "2" };
    const unbound = new Map([["listClusters/2", "listClusters is not there"]]);
    for (const id of ["A-1", operationRule("listClusters", "PARAMS")])
      expect(obstacle(aProbe(id), added, { target: { contract }, world: { unbound } })).toEqual(
        notApplicable("the description does not have listClusters in version 2"),
      );
  });
});
