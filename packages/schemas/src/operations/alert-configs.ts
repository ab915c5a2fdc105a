import { string } from "../build.ts";
import { COMMON, PAGING } from "../parameters.ts";
import { alertConfig, alertConfigInput, alertConfigToggle } from "../resources/alert-config.ts";
import { area, both, list, paged, record } from "./define.ts";

const operation = area("alert-configs", "Alert configurations (may change; under revision)", { provisional: true });

/** Operations 3 to 10: which events raise an alert, and who is notified. */
export const alertConfigs = {
  listMatcherFieldNames: operation({
    number: 3,
    title: "Get matcher field names",
    roles: "any",
    routes: both("GET", "/alertConfigs/matchers/fieldNames"),
    query: [...COMMON],
    result: list(string({ examples: ["TYPE_NAME"] })),
  }),
  listAlertConfigs: operation({
    number: 4,
    title: "List alert configurations of a project",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/alertConfigs"),
    query: [...COMMON, ...PAGING],
    result: paged(alertConfig),
  }),
  createAlertConfig: operation({
    number: 5,
    title: "Create alert configuration",
    roles: ["Organization Owner", "Project Owner"],
    risk: "create",
    routes: both("POST", "/groups/{groupId}/alertConfigs"),
    query: [...COMMON],
    body: { schema: alertConfigInput, mediaType: "application/json" },
    result: record(alertConfig),
  }),
  deleteAlertConfig: operation({
    number: 6,
    title: "Delete alert configuration",
    roles: ["Organization Owner", "Project Owner"],
    risk: "delete",
    routes: both("DELETE", "/groups/{groupId}/alertConfigs/{alertConfigId}"),
    query: [...COMMON],
    result: { kind: "not-shown" },
  }),
  getAlertConfig: operation({
    number: 7,
    title: "Get alert configuration",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/alertConfigs/{alertConfigId}"),
    query: [...COMMON],
    result: record(alertConfig),
  }),
  setAlertConfigEnabled: operation({
    number: 8,
    title: "Toggle alert configuration enabled state",
    roles: ["Organization Owner", "Project Owner"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/alertConfigs/{alertConfigId}"),
    query: [...COMMON],
    body: { schema: alertConfigToggle, mediaType: "application/json" },
    result: record(alertConfig),
  }),
  updateAlertConfig: operation({
    number: 9,
    title: "Update alert configuration",
    roles: ["Organization Owner", "Project Owner"],
    risk: "update",
    routes: both("PUT", "/groups/{groupId}/alertConfigs/{alertConfigId}"),
    query: [...COMMON],
    body: { schema: alertConfigInput, mediaType: "application/json" },
    result: record(alertConfig),
  }),
  listAlertConfigsOfAlert: operation({
    number: 10,
    title: "List alert configurations of one alert",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/alerts/{alertId}/alertConfigs"),
    query: [...COMMON, ...PAGING],
    result: paged(alertConfig),
  }),
};
