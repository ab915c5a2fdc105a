import { alertStatus, COMMON, PAGING } from "../parameters.ts";
import { acknowledgement, alert } from "../resources/alert.ts";
import { area, both, paged, record } from "./define.ts";

const operation = area("alerts", "Alerts (may change; under revision)", { provisional: true });

/** Operations 11 to 14: alerts and their acknowledgement. */
export const alerts = {
  listOpenAlertsOfConfig: operation({
    number: 11,
    title: "List open alerts of an alert configuration",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/alertConfigs/{alertConfigId}/alerts"),
    query: [...COMMON, ...PAGING],
    result: paged(alert),
  }),
  listAlerts: operation({
    number: 12,
    title: "List alerts of a project",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/alerts"),
    query: [...COMMON, ...PAGING, alertStatus],
    result: paged(alert),
  }),
  getAlert: operation({
    number: 13,
    title: "Get alert",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/alerts/{alertId}"),
    query: [...COMMON],
    result: record(alert),
  }),
  acknowledgeAlert: operation({
    number: 14,
    title: "Acknowledge or unacknowledge alert",
    roles: ["Organization Owner", "Project Owner"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/alerts/{alertId}"),
    query: [...COMMON],
    body: { schema: acknowledgement, mediaType: "application/json" },
    result: record(alert),
  }),
};
