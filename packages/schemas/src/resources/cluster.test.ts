import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { cluster } from "./cluster.ts";
import { projectClusters } from "./project-clusters.ts";

const { violations, accepts } = createValidator({ answers: true });
const id = "32b6e34b3d91647abb20e7b8";
const shown = (members: object): boolean => accepts(cluster, { id, ...members });

describe("a cluster in an answer", () => {
  it("has a valid example, and requires only its id", () => {
    expect(violations(cluster, exampleOf(cluster))).toEqual([]);
    expect(shown({})).toBe(true);
    expect(accepts(cluster, { name: "Cluster0" })).toBe(false);
  });

  it("adds the members that only the service sets", () => {
    for (const name of [
      "connectionStrings",
      "createDate",
      "engineURI",
      "engineURIUpdated",
      "engineURIWithOptions",
      "featureCompatibilityVersionExpirationDate",
      "groupId",
      "id",
      "srvAddress",
      "stateName",
    ])
      expect(Object.keys(cluster.properties ?? {}), name).toContain(name);
    expect(Object.keys(cluster.properties ?? {})).toHaveLength(40);
  });

  it.each<[string, object]>([
    ["an invalid date", { createDate: "yesterday" }],
    ["a date outside UTC", { engineURIUpdated: "2025-01-15T09:30:00+02:00" }],
    ["an invalid group id", { groupId: "Z".repeat(24) }],
    ["a type outside the closed set", { clusterType: "NOPE" }],
    ["a replication factor outside the closed set", { replicationFactor: 4 }],
    ["a number for a connection string", { connectionStrings: { standardSrv: 5 } }],
    ["private links that are not texts", { connectionStrings: { providerPrivateLink: { "vpce-1": {} } } }],
    ["private endpoints that are not a list", { connectionStrings: { privateEndpoint: {} } }],
    ["an overlong tag", { tags: [{ key: "k", value: "v".repeat(256) }] }],
    ["a size beyond the largest disk", { diskSizeGB: 4097 }],
  ])("is refused with %s", (_what, members) => {
    expect(shown(members)).toBe(false);
  });

  it.each<[string, object]>([
    ["the size of a shared tier", { diskSizeGB: 0.5 }],
    ["an unlisted state", { stateName: "REPAIRING_AGAIN" }],
    ["zones without a disk size", { replicationSpecs: [{ id, numShards: 1, regionsConfig: {}, zoneName: "Zone 1" }] }],
    ["a member that is null", { engineURI: null, tags: null }],
    ["a member beyond those described", { advancedConfiguration: {} }],
  ])("is accepted with %s", (_what, members) => {
    expect(shown(members)).toBe(true);
  });
});

describe("the clusters of a project in the list of all projects", () => {
  const groupId = id;

  it("have a valid example, and require only the project id", () => {
    expect(violations(projectClusters, exampleOf(projectClusters))).toEqual([]);
    expect(accepts(projectClusters, { groupId })).toBe(true);
    expect(accepts(projectClusters, { orgId: id })).toBe(false);
  });

  it("have tags and versions that are texts", () => {
    expect(accepts(projectClusters, { groupId, tags: ["a"], clusters: [{ versions: ["8.0.4"] }] })).toBe(true);
    expect(accepts(projectClusters, { groupId, tags: [{ key: "a", value: "b" }] })).toBe(false);
    expect(accepts(projectClusters, { groupId, clusters: [{ versions: "8.0.4" }] })).toBe(false);
    expect(accepts(projectClusters, { groupId, clusters: [{ clusterId: 5 }] })).toBe(false);
  });

  it("may have any type where the description states none", () => {
    const clusters = [{ alertCount: "0", authEnabled: "yes", dataSizeBytes: 1.5, nodeCount: "3", sslEnabled: 1 }];
    expect(accepts(projectClusters, { groupId, clusters })).toBe(true);
  });
});

describe("the cluster operations", () => {
  it("return pages, and an undescribed answer to the create, which no operation undoes", () => {
    expect(operations.listAllClusters.result?.kind).toBe("paged");
    expect(operations.listClusters.result?.kind).toBe("paged");
    expect(operations.createCluster.result).toEqual({ kind: "not-shown" });
    expect(operations.createCluster.risk).toBe("irreversible");
  });
});
