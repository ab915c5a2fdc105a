import { COMMON } from "../parameters.ts";
import { cloudAccessRole, cloudAccessRoleInput, cloudAccessRoleList } from "../resources/cloud-access-role.ts";
import { area, both, record } from "./define.ts";

const operation = area("cloud-access-roles", "Cloud provider access");

/** Operations 62 to 64: roles with which the service accesses a cloud provider. No operation deletes one. */
export const cloudAccessRoles = {
  listCloudAccessRoles: operation({
    number: 62,
    title: "List cloud provider access roles",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/cloudProviderAccess"),
    query: [...COMMON],
    result: record(cloudAccessRoleList),
  }),
  createCloudAccessRole: operation({
    number: 63,
    title: "Create cloud provider access role",
    roles: ["Project Owner"],
    risk: "irreversible",
    routes: both("POST", "/groups/{groupId}/cloudProviderAccess"),
    query: [...COMMON],
    body: { schema: cloudAccessRoleInput, mediaType: "application/json" },
    result: record(cloudAccessRole),
  }),
  getCloudAccessRole: operation({
    number: 64,
    title: "Get cloud provider access role",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/cloudProviderAccess/{roleId}"),
    query: [...COMMON],
    result: record(cloudAccessRole),
  }),
};
