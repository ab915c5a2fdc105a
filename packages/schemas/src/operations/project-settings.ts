import { COMMON, pretty } from "../parameters.ts";
import { auditing, auditingInput } from "../resources/auditing.ts";
import { customDns } from "../resources/custom-dns.ts";
import { privateIpMode, privateIpModeInput } from "../resources/private-ip-mode.ts";
import { area, both, record } from "./define.ts";

const operation = area("project-settings", "Auditing, DNS, private IP mode");

/** Operations 25 to 29: auditing, custom DNS and private IP mode of a project. */
export const projectSettings = {
  getAuditing: operation({
    number: 25,
    title: "Get auditing configuration",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/auditLog"),
    query: [...COMMON],
    result: record(auditing),
  }),
  updateAuditing: operation({
    number: 26,
    title: "Update auditing configuration",
    roles: ["Project Owner"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/auditLog"),
    query: [...COMMON],
    body: { schema: auditingInput, mediaType: "application/json" },
    result: record(auditing),
  }),
  getCustomDns: operation({
    number: 27,
    title: "Get custom DNS setting",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/customDNS"),
    query: [...COMMON],
    result: record(customDns),
  }),
  updateCustomDns: operation({
    number: 28,
    title: "Update custom DNS setting",
    roles: ["Project Cluster Admin"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/customDNS"),
    query: [...COMMON],
    body: { schema: customDns, mediaType: "application/json" },
    result: record(customDns),
  }),
  disablePrivateIpMode: operation({
    number: 29,
    title: "Disable private IP mode",
    basis: "stated",
    roles: "unstated",
    risk: "irreversible",
    routes: both("PATCH", "/groups/{groupId}/privateIpMode"),
    query: [pretty],
    body: { schema: privateIpModeInput, mediaType: "application/json" },
    result: record(privateIpMode),
  }),
};
