import { readDate } from "@plumbline/schemas/validate";
import { member } from "../ground/json.ts";
import { recordIn } from "../oracles/envelope.ts";
import type { WriteTable } from "./write.ts";

/** Milliseconds. The run's acknowledgement ends by itself after this time, even if the cleanup fails. */
const AN_HOUR = 3_600_000;

/**
 * Writes to alerts. The run lifts its own acknowledgement and does not touch alerts that another client acknowledged.
 */
export const alertWrites = {
  acknowledgeAlert: {
    kind: "alert",
    lane: "alert",
    body: () => ({ acknowledgedUntil: new Date(Date.now() + AN_HOUR).toISOString() }),
    effect: {
      kind: "changes",
      read: "getAlert",
      listed: { list: "listAlerts", id: "id", parameter: "alertId" },
      restore: "acknowledgeAlert",
      of: ["groupId", "alertId"],
      before: (json, contract) => {
        const alert = recordIn(json);
        const until = member(alert, contract.field("acknowledgedUntil"));
        // A request without the member lifts an acknowledgement, and also erases the traces of an expired one.
        if (typeof until !== "string") return {};
        if (readDate(until) > Date.now())
          return "someone has acknowledged the alert, and a write would replace their name for good: state as fixtures.alertId an alert that no one has acknowledged";
        return "the alert shows an acknowledgement that has ended, and a write would erase it for good: state as fixtures.alertId an alert that no one has acknowledged";
      },
    },
  },
} as const satisfies Partial<WriteTable>;
