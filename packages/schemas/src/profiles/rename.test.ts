import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { OPERATION_IDS } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { atlas } from "./atlas.ts";
import { checkProfile } from "./check-profile.ts";
import { InvalidProfileError } from "./invalid-profile-error.ts";
import { neutral } from "./neutral.ts";
import type { Profile } from "./profile.ts";
import { neutralBody, renamesBodies, wireBody } from "./rename.ts";

describe("the names of a profile", () => {
  it("are reversible for any body", () => {
    const name = fc.oneof(
      fc.constantFrom(...Object.keys(atlas.fields)),
      fc.string({ maxLength: 8 }).filter((text) => !Object.values(atlas.fields).includes(text)),
    );
    const leaf = fc.oneof(fc.constantFrom("EMAIL", "a"), fc.integer(), fc.boolean(), fc.constant(null));
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("body"), { maxLength: 3 }),
        fc.dictionary(name, tie("body"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(body, (value) => {
        expect(neutralBody(atlas, wireBody(atlas, value))).toEqual(value);
      }),
    );
  });

  it("apply to a value only in its own member", () => {
    const body = { typeName: "TEAM_CHAT", value: "TEAM_CHAT", matchers: [{ typeName: "EMAIL" }] };
    expect(wireBody(atlas, body)).toEqual({ typeName: "SLACK", value: "TEAM_CHAT", matchers: [{ typeName: "EMAIL" }] });
    expect(neutralBody(atlas, wireBody(atlas, body))).toEqual(body);
  });

  it("derive a value that contains the product's name from the product, unless it is stated", () => {
    const body = { configServerManagementMode: "PRODUCT_MANAGED", name: "PRODUCT_MANAGED" };
    const ours: Profile = { ...neutral, product: "our-own.db" };
    expect(wireBody(ours, body)).toEqual({ ...body, configServerManagementMode: "OUR_OWN_DB_MANAGED" });
    expect(neutralBody(ours, wireBody(ours, body))).toEqual(body);
    const stated = { ...ours, values: { configServerManagementMode: { PRODUCT_MANAGED: "MANAGED" } } };
    expect(wireBody(stated, body)).toEqual({ ...body, configServerManagementMode: "MANAGED" });
    expect(wireBody(neutral, body)).toEqual(body);
    const { body: create } = bindContract(ours).operation("createCluster");
    expect(JSON.stringify(create)).toContain("OUR_OWN_DB_MANAGED");
    expect(JSON.stringify(create)).not.toContain("PRODUCT_MANAGED");
  });

  it.each<[string, Partial<Profile>]>([
    ["a product", { product: "ours" }],
    ["provider codes", { providerCodes: ["NIMBUS"] }],
    ["a member name", { fields: { engineVersion: "dbVersion" } }],
    ["an analyzer prefix", { analyzerPrefix: "lucene" }],
    ["a connection scheme", { connectionScheme: "db" }],
  ])("renamesBodies() is true for a profile with %s", (_what, change) => {
    expect(renamesBodies({ ...neutral, ...change })).toBe(true);
    expect(renamesBodies({ ...neutral, name: "ours", connectionScheme: "engine" })).toBe(false);
  });

  it("derive two member names from the first two providers, unless they are stated", () => {
    const roles = { providerAIamRoles: [], providerBServicePrincipals: [] };
    const named = (change: Partial<Profile>) => {
      const body = wireBody({ ...neutral, ...change }, roles);
      expect(neutralBody({ ...neutral, ...change }, body)).toEqual(roles);
      return Object.keys(body);
    };
    expect(named({})).toEqual(Object.keys(roles));
    expect(named({ providerCodes: ["AWS", "AZURE", "GCP"] })).toEqual(["awsIamRoles", "azureServicePrincipals"]);
    expect(named({ providerCodes: ["MY_CLOUD"] })).toEqual(["myCloudIamRoles", "providerBServicePrincipals"]);
    expect(named({ providerCodes: ["AWS"], fields: { providerAIamRoles: "roles" } })[0]).toBe("roles");
  });

  it("give connection strings the target's scheme, and keep texts of other members", () => {
    const body = {
      name: "engine://not-a-connection",
      engineURI: "engine://a.example.net:27017",
      connectionStrings: {
        standardSrv: "engine+srv://a.example.net",
        private: "enginex://a",
        providerPrivateLink: { "vpce-0": "engine://pl-0.example.net:1024" },
        privateEndpoint: [{ srvConnectionString: "engine+srv://pl-0.example.net", type: "ENGINE" }],
      },
    };
    expect(wireBody(atlas, body)).toEqual({
      name: "engine://not-a-connection",
      mongoURI: "mongodb://a.example.net:27017",
      connectionStrings: {
        standardSrv: "mongodb+srv://a.example.net",
        private: "enginex://a",
        awsPrivateLink: { "vpce-0": "mongodb://pl-0.example.net:1024" },
        privateEndpoint: [{ srvConnectionString: "mongodb+srv://pl-0.example.net", type: "MONGOD" }],
      },
    });
    expect(neutralBody(atlas, wireBody(atlas, body))).toEqual(body);
    expect(wireBody(neutral, body)).toEqual(body);
    const { result } = bindContract(atlas).operation("listClusters", "1.0");
    expect(JSON.stringify(result)).toContain("mongodb+srv://");
    expect(JSON.stringify(result)).not.toContain("engine");
  });

  it("appear in schemas, examples, paths and headers", () => {
    const contract = bindContract(atlas);
    const { body, routes } = contract.operation("createAlertConfig");
    expect(JSON.stringify(body?.schema)).toContain("datadogApiKey");
    expect(JSON.stringify(body?.schema)).not.toContain("monitoringApiKey");
    expect(routes.map((route) => route.path)).toEqual([
      "/api/atlas/v1.0/groups/{groupId}/alertConfigs",
      "/api/atlas/v2/groups/{groupId}/alertConfigs",
    ]);
    expect(contract.header("X-Vendor-Service-Version")).toBe("X-MongoDB-Service-Version");
    expect(contract.route("listAlerts", "2")?.accept).toBe("application/vnd.atlas.2025-01-01+json");
  });

  it("appear in conditions of a schema, which still apply", () => {
    const fields = { deliveryType: "way", targetClusterName: "cluster", targetGroupId: "project", diskSizeGB: "size" };
    const contract = bindContract({ ...neutral, fields });
    const accepts = (id: "createRestoreJob" | "createCluster", body: object): boolean =>
      createValidator().accepts(contract.operation(id).body?.schema ?? {}, body);
    expect(accepts("createRestoreJob", { way: "automated", cluster: "a" })).toBe(false);
    expect(accepts("createRestoreJob", { way: "automated", cluster: "a", project: "a".repeat(24) })).toBe(true);
    expect(accepts("createRestoreJob", { way: "download", cluster: "a" })).toBe(true);
    expect(accepts("createCluster", { replicationSpecs: [], diskSizeGB: 10 })).toBe(false);
    expect(accepts("createCluster", { replicationSpecs: [], size: 10 })).toBe(true);
  });

  it("extend a closed set only if the profile says so", () => {
    const accepts = (profile: Profile): boolean => {
      const result = bindContract(profile).operation("getAlert").result;
      return createValidator({ answers: true }).accepts(result && "schema" in result ? result.schema : {}, {
        id: "32b6e34b3d91647abb20e7b8",
        status: "CANCELLED",
      });
    };
    expect(accepts(neutral)).toBe(false);
    expect(accepts(atlas)).toBe(true);
  });

  it.each([neutral, atlas])("keep every example valid: $name", (profile) => {
    const requests = createValidator();
    const answers = createValidator({ answers: true });
    let checked = 0;
    for (const { body, result, id } of bindContract(profile).operations) {
      if (body) expect(requests.violations(body.schema, exampleOf(body.schema)), id).toEqual([]);
      if (result && "schema" in result)
        expect(answers.violations(result.schema, exampleOf(result.schema)), id).toEqual([]);
      checked += 1;
    }
    expect(checked).toBe(OPERATION_IDS.length);
  });
});

describe("checkProfile", () => {
  it.each<[string, Partial<Profile>, string]>([
    ["two names with one new name", { fields: { engineVersion: "v", engineURI: "v" } }, "/fields/engineURI"],
    [
      "a new name that is already in use",
      { fields: { engineVersion: "engineURI", engineURI: "x" } },
      "/fields/engineVersion",
    ],
    [
      "a path without its parameter",
      { routes: { listAlerts: { "2": { method: "GET", path: "/alerts" } } } },
      "/routes/listAlerts/2/path",
    ],
    ["a product that is not a path segment", { product: "a/b" }, "/product"],
  ])("refuses %s, and names the place", (_what, change, pointer) => {
    expect(() => checkProfile({ ...neutral, ...change })).toThrow(InvalidProfileError);
    expect(() => checkProfile({ ...neutral, ...change })).toThrow(pointer);
  });
});
