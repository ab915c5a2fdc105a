import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { atlas } from "../profiles/atlas.ts";
import { createValidator } from "../validate.ts";
import {
  cloudAccessRole,
  cloudAccessRoleInput,
  cloudAccessRoleList,
  iamRole,
  servicePrincipal,
} from "./cloud-access-role.ts";

const { accepts, violations } = createValidator();
const answers = createValidator({ answers: true });
const ID = "32b6e34b3d91647abb20e7b8";

describe("a cloud provider access role", () => {
  it.each([cloudAccessRole, cloudAccessRoleInput, cloudAccessRoleList, iamRole, servicePrincipal])(
    "has a valid example of $title",
    (schema) => expect(violations(schema, exampleOf(schema))).toEqual([]),
  );

  it("requires any provider name in the request", () => {
    expect(accepts(cloudAccessRoleInput, { providerName: "PROVIDER_A" })).toBe(true);
    expect(accepts(cloudAccessRoleInput, { providerName: "ELSEWHERE" })).toBe(true);
    expect(
      [{}, { providerName: 5 }, { providerName: null }].filter((body) => accepts(cloudAccessRoleInput, body)),
    ).toEqual([]);
  });

  it("has roleId as its id for the first provider, and _id for the second", () => {
    expect(accepts(iamRole, { roleId: ID })).toBe(true);
    expect(accepts(iamRole, { _id: ID })).toBe(false);
    expect(accepts(servicePrincipal, { _id: ID })).toBe(true);
    expect(accepts(servicePrincipal, { roleId: ID })).toBe(false);
    expect([{ roleId: ID }, { _id: ID }].filter((role) => !accepts(cloudAccessRole, role))).toEqual([]);
    expect(
      [{}, { roleId: "5" }, { _id: 5 }, { tenantId: ID }].filter((role) => accepts(cloudAccessRole, role)),
    ).toEqual([]);
  });

  it.each<[string, object]>([
    ["createdDate", { createdDate: "soon" }],
    ["authorizedDate", { authorizedDate: 5 }],
    ["lastUpdatedDate", { lastUpdatedDate: "2025" }],
    ["featureUsages", { featureUsages: {} }],
    ["a feature's type", { featureUsages: [{ featureType: 1 }] }],
    ["iamAssumedRoleArn", { iamAssumedRoleArn: 1 }],
    ["serviceAccountArn", { serviceAccountArn: 1 }],
    ["serviceAssumedRoleExternalId", { serviceAssumedRoleExternalId: 1 }],
    ["serviceAppId", { serviceAppId: 1 }],
    ["servicePrincipalId", { servicePrincipalId: 1 }],
    ["tenantId", { tenantId: 1 }],
    ["providerName", { providerName: 1 }],
  ])("checks the type of %s", (_member, members) => {
    expect(answers.accepts(cloudAccessRole, { roleId: ID, ...members })).toBe(false);
  });

  it("may lack its authorization", () => {
    expect(answers.accepts(cloudAccessRole, { roleId: ID, authorizedDate: null, iamAssumedRoleArn: null })).toBe(true);
  });
});

describe("the list of roles", () => {
  it("requires two lists in one object", () => {
    expect(accepts(cloudAccessRoleList, { providerAIamRoles: [], providerBServicePrincipals: [] })).toBe(true);
    expect(accepts(cloudAccessRoleList, { providerAIamRoles: [] })).toBe(false);
    expect(accepts(cloudAccessRoleList, { providerBServicePrincipals: [] })).toBe(false);
    expect(accepts(cloudAccessRoleList, { providerAIamRoles: [], providerBServicePrincipals: {} })).toBe(false);
    expect(accepts(cloudAccessRoleList, [])).toBe(false);
  });

  it("has the names of the profile on the wire, including those that distinguish the providers", () => {
    const contract = bindContract(atlas);
    const { result } = contract.operation("listCloudAccessRoles");
    expect(result && "schema" in result && result.schema.required).toEqual(["awsIamRoles", "azureServicePrincipals"]);
    const one = contract.operation("getCloudAccessRole").result;
    expect(one && "schema" in one && exampleOf(one.schema)).toMatchObject({
      providerName: "AWS",
      atlasAWSAccountArn: expect.stringContaining("arn:"),
    });
  });
});
