import { array, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { dateTime, otherId, PROVIDER_CODES, recordId } from "../vocabulary.ts";

const [providerA, providerB] = PROVIDER_CODES;
const provider = (code: string) => string({ "x-known-values": PROVIDER_CODES, examples: [code] });

const featureUsages = array(
  object({}, { featureType: string({ examples: ["EXPORT_SNAPSHOT"] }) }, { title: "FeatureUsage" }),
);

const iamMembers = {
  serviceAccountArn: string({ examples: ["arn:cloud:iam::123456789012:root"] }),
  serviceAssumedRoleExternalId: string({ examples: ["3192be49-6e76-4b7d-a7b8-b486a8fc4483"] }),
  authorizedDate: dateTime,
  iamAssumedRoleArn: string({ examples: ["arn:cloud:iam::123456789012:role/exports"] }),
};
const principalMembers = {
  serviceAppId: string({ examples: ["9f2deb0d-be22-4524-a403-df531868bac0"] }),
  lastUpdatedDate: dateTime,
  servicePrincipalId: string({ examples: ["22f1d2a6-d0e9-482a-83a4-b8dd7dddc2c1"] }),
  tenantId: string({ examples: ["91402384-d71e-22f5-22dd-759e272cdc1c"] }),
};
const shared = { createdDate: dateTime, featureUsages };

/** A role of the first cloud provider. */
export const iamRole = object(
  { roleId: recordId },
  { providerName: provider(providerA), ...shared, ...iamMembers },
  { title: "IamRole" },
);
/** A value that `iamRole` accepts. */
export type IamRole = Static<typeof iamRole>;

/** A role of the second cloud provider. */
export const servicePrincipal = object(
  { _id: otherId },
  { providerName: provider(providerB), ...shared, ...principalMembers },
  { title: "ServicePrincipal" },
);
/** A value that `servicePrincipal` accepts. */
export type ServicePrincipal = Static<typeof servicePrincipal>;

/** A role of either kind, with the id member of its kind. */
export const cloudAccessRole = object(
  {},
  { roleId: recordId, _id: otherId, providerName: provider(providerA), ...shared, ...iamMembers, ...principalMembers },
  {
    title: "CloudAccessRole",
    anyOf: [object({ roleId: {} }), object({ _id: {} })],
    examples: [
      {
        roleId: "32b6e34b3d91647abb20e7b8",
        providerName: providerA,
        createdDate: "2025-01-15T09:30:00Z",
        featureUsages: [],
        serviceAccountArn: "arn:cloud:iam::123456789012:root",
        serviceAssumedRoleExternalId: "3192be49-6e76-4b7d-a7b8-b486a8fc4483",
      },
    ],
  },
);
/** A value that `cloudAccessRole` accepts. */
export type CloudAccessRole = Static<typeof cloudAccessRole>;

/** All roles of a project, by kind, in a list without pages. */
export const cloudAccessRoleList = object(
  { providerAIamRoles: array(iamRole), providerBServicePrincipals: array(servicePrincipal) },
  {},
  { title: "CloudAccessRoleList" },
);
/** A value that `cloudAccessRoleList` accepts. */
export type CloudAccessRoleList = Static<typeof cloudAccessRoleList>;

/** The body of create. The description does not say for which providers roles can be created. */
export const cloudAccessRoleInput = object(
  { providerName: provider(providerA) },
  {},
  { title: "CloudAccessRoleInput" },
);
/** The body that creates a role. */
export type CloudAccessRoleInput = Static<typeof cloudAccessRoleInput>;
