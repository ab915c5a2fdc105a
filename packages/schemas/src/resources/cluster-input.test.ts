import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { expectLinear } from "../growth.test-support.ts";
import type { JsonSchema } from "../json-schema.ts";
import { atlas } from "../profiles/atlas.ts";
import { neutralBody, wireBody } from "../profiles/rename.ts";
import { createValidator } from "../validate.ts";
import { clusterInput } from "./cluster-input.ts";

const { violations, accepts } = createValidator();
const body = (members: object): boolean => accepts(clusterInput, members);

describe("the body that creates a cluster", () => {
  it("has a valid example, and requires no member", () => {
    expect(violations(clusterInput, exampleOf(clusterInput))).toEqual([]);
    expect(clusterInput.required).toBeUndefined();
  });

  it("lists every member that is not read-only, and no other", () => {
    expect(Object.keys(clusterInput.properties ?? {}).sort()).toEqual([
      "acceptDataRisksAndForceReplicaSetReconfig",
      "autoScaling",
      "backupEnabled",
      "biConnector",
      "clusterType",
      "configServerManagementMode",
      "configServerType",
      "diskSizeGB",
      "diskWarmingMode",
      "encryptionAtRestProvider",
      "engineMajorVersion",
      "engineVersion",
      "featureCompatibilityVersion",
      "globalClusterSelfManagedSharding",
      "labels",
      "name",
      "numShards",
      "paused",
      "pitEnabled",
      "providerBackupEnabled",
      "providerSettings",
      "replicaSetScalingStrategy",
      "replicationFactor",
      "replicationSpec",
      "replicationSpecs",
      "rootCertType",
      "tags",
      "terminationProtectionEnabled",
      "vendorEmployeeAccessGrant",
      "versionReleaseSystem",
    ]);
  });

  it("ignores read-only members", () => {
    expect(body({ id: 5, groupId: "x", stateName: false, connectionStrings: [] })).toBe(true);
  });

  it("requires a disk size beside replicationSpecs only", () => {
    expect(violations(clusterInput, { replicationSpecs: [] })).toMatchObject([{ keyword: "dependentRequired" }]);
    expect(body({ replicationSpecs: [], diskSizeGB: 40 })).toBe(true);
    expect(body({ replicationSpec: {} })).toBe(true);
    expect(body({ diskSizeGB: 40 })).toBe(true);
  });

  it("accepts any disk size up to 4096, even below 10", () => {
    fc.assert(fc.property(fc.double({ min: 0.1, max: 4096, noNaN: true }), (diskSizeGB) => body({ diskSizeGB })));
    fc.assert(fc.property(fc.double({ min: 4096.01, max: 1e9, noNaN: true }), (diskSizeGB) => !body({ diskSizeGB })));
    expect(body({ diskSizeGB: "40" })).toBe(false);
    expect([9, 5].every((diskSizeGB) => body({ diskSizeGB }))).toBe(true);
  });

  it("accepts 1 to 50 shards, for the cluster and for a zone", () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 120 }), (numShards) => {
        const inRange = numShards >= 1 && numShards <= 50;
        expect(body({ numShards })).toBe(inRange);
        expect(body({ diskSizeGB: 10, replicationSpecs: [{ numShards }] })).toBe(inRange);
      }),
    );
    expect([0, 1, 50, 51, 1.5, "1"].map((numShards) => body({ numShards }))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each(["tags", "labels"])("accepts keys and values of 1 to 255 characters in %s", (list) => {
    for (const member of ["key", "value"]) {
      const ok = (length: number): boolean =>
        body({ [list]: [{ key: "k", value: "v", [member]: "x".repeat(length) }] });
      expect([0, 1, 255, 256].map(ok), member).toEqual([false, true, true, false]);
    }
  });

  it("requires a name that matches its pattern, of at most 64 characters", () => {
    const ok = (name: unknown): boolean => body({ name });
    expect(["a", "0", "a-b", "A--9", "a".repeat(64)].filter((name) => !ok(name))).toEqual([]);
    expect(["", "-a", "a-", "a b", "a_b", "ä", "a".repeat(65), 5].filter(ok)).toEqual([]);
  });

  it("rejects an overlong name fast, although its pattern takes quadratic time", () => {
    expectLinear((size) => expect(body({ name: "a".repeat(size) })).toBe(false), 50_000);
  });

  it.each<[string, readonly unknown[], unknown]>([
    ["clusterType", ["REPLICASET", "SHARDED", "GEOSHARDED"], undefined],
    ["configServerManagementMode", ["PRODUCT_MANAGED", "FIXED_TO_DEDICATED"], "PRODUCT_MANAGED"],
    ["diskWarmingMode", ["FULLY_WARMED", "VISIBLE_EARLIER"], "FULLY_WARMED"],
    ["encryptionAtRestProvider", ["NONE", "PROVIDER_A", "PROVIDER_B", "PROVIDER_C"], undefined],
    ["replicaSetScalingStrategy", ["SEQUENTIAL", "WORKLOAD_TYPE", "NODE_TYPE"], "WORKLOAD_TYPE"],
    ["replicationFactor", [3, 5, 7], 3],
    ["rootCertType", ["ISRGROOTX1"], "ISRGROOTX1"],
    ["versionReleaseSystem", ["LTS", "CONTINUOUS"], "LTS"],
  ])("accepts only the listed values of %s", (member, values, initial) => {
    expect(values.filter((value) => !body({ [member]: value }))).toEqual([]);
    expect(["NOPE", "", 4].filter((value) => body({ [member]: value }))).toEqual([]);
    expect(clusterInput.properties?.[member]?.enum).toHaveLength(values.length);
    expect(clusterInput.properties?.[member]?.default).toBe(initial);
  });

  it.each<[string, unknown]>([
    ["a word for a boolean", { backupEnabled: "x" }],
    ["a number for a boolean", { paused: 1 }],
    ["a word for a nested boolean", { autoScaling: { compute: { enabled: "x" } } }],
    ["a number for a nested boolean", { autoScaling: { diskGBEnabled: 1 } }],
    ["a word for the connector's switch", { biConnector: { enabled: "x" } }],
    ["a number for a preference", { biConnector: { readPreference: 5 } }],
    ["a text for the provider's settings", { providerSettings: "M10" }],
    ["a word for volume encryption", { providerSettings: { encryptEBSVolume: "x" } }],
    ["a text for a count of nodes", { replicationSpec: { R: { electableNodes: "3" } } }],
    ["a fraction of a node", { replicationSpec: { R: { electableNodes: 1.5 } } }],
    ["an object for a list of zones", { diskSizeGB: 10, replicationSpecs: {} }],
    ["a list for a map of regions", { diskSizeGB: 10, replicationSpecs: [{ regionsConfig: [] }] }],
    ["a word for the end of a grant", { vendorEmployeeAccessGrant: { expirationTime: "soon" } }],
    ["a number for a kind of grant", { vendorEmployeeAccessGrant: { grantType: 5 } }],
    ["a word for the moment of consent", { acceptDataRisksAndForceReplicaSetReconfig: "now" }],
    ["a number for a major version", { engineMajorVersion: 5 }],
  ])("rejects %s", (_what, members) => {
    expect(accepts(clusterInput, members)).toBe(false);
  });

  it("accepts unlisted values of open sets, and text around a version", () => {
    expect(body({ providerSettings: { providerName: "ELSEWHERE", volumeType: "FAST", diskIOPS: 3000 } })).toBe(true);
    expect(body({ biConnector: { readPreference: "nearest" }, configServerType: "ELSE" })).toBe(true);
    expect(body({ engineVersion: "8.0.1-x" })).toBe(true);
  });

  it("ignores members that may be read-only", () => {
    expect(body({ engineVersion: "8.0", configServerType: {}, featureCompatibilityVersion: 8 })).toBe(true);
  });

  it("marks only labels and replicationFactor as deprecated, and has protection off by default", () => {
    const members = Object.entries(clusterInput.properties ?? {});
    expect(members.filter(([, schema]) => schema.deprecated).map(([name]) => name)).toEqual([
      "labels",
      "replicationFactor",
    ]);
    expect(clusterInput.properties?.["terminationProtectionEnabled"]?.default).toBe(false);
    expect(clusterInput.properties?.["numShards"]?.default).toBe(1);
  });
});

describe("provider codes under a profile", () => {
  const create = bindContract(atlas).operation("createCluster");
  const schema: JsonSchema = create.body?.schema ?? {};

  it("replace the neutral codes in every provider member", () => {
    expect(schema.properties?.["encryptionAtRestProvider"]?.enum).toEqual(["NONE", "AWS", "AZURE", "GCP"]);
    expect(accepts(schema, { encryptionAtRestProvider: "PROVIDER_A" })).toBe(false);
    expect(exampleOf(schema)).toMatchObject({ providerSettings: { providerName: "AWS" } });
    expect(schema.properties?.["configServerManagementMode"]?.default).toBe("ATLAS_MANAGED");
  });

  it("are reversible, and replace no other values", () => {
    const sent = { encryptionAtRestProvider: "PROVIDER_B", name: "PROVIDER_A", providerName: "PROVIDER_C" };
    expect(wireBody(atlas, sent)).toEqual({
      encryptionAtRestProvider: "AZURE",
      name: "PROVIDER_A",
      providerName: "GCP",
    });
    expect(neutralBody(atlas, wireBody(atlas, sent))).toEqual(sent);
  });
});
