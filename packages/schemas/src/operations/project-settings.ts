import { COMMON, pretty } from "../parameters.ts";
import { area, both } from "./define.ts";

const operation = area("project-settings", "Auditing, DNS, private IP mode");

export const projectSettings = {
  getAuditing: operation({
    number: 25,
    title: "Get auditing configuration",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/auditLog"),
    query: [...COMMON],
  }),
  updateAuditing: operation({
    number: 26,
    title: "Update auditing configuration",
    roles: ["Project Owner"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/auditLog"),
    query: [...COMMON],
  }),
  getCustomDns: operation({
    number: 27,
    title: "Get custom DNS setting",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/customDNS"),
    query: [...COMMON],
  }),
  updateCustomDns: operation({
    number: 28,
    title: "Update custom DNS setting",
    roles: ["Project Cluster Admin"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/customDNS"),
    query: [...COMMON],
  }),
  disablePrivateIpMode: operation({
    number: 29,
    title: "Disable private IP mode",
    basis: "stated",
    roles: "unstated",
    risk: "irreversible",
    routes: both("PATCH", "/groups/{groupId}/privateIpMode"),
    query: [pretty],
  }),
};
