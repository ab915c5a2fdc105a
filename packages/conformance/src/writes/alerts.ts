import { readDate } from "@plumbline/schemas/validate";
import { member } from "../ground/json.ts";
import { recordIn } from "../oracles/envelope.ts";
import type { WriteTable } from "./write.ts";

/** In milliseconds; an acknowledgement of the run's ends by itself even if cleanup fails. */
const AN_HOUR = 3_600_000;

/** The acknowledgement of an alert. The run lifts its own, and leaves alerts alone that another client acknowledged. */
export const alertWrites = {
  acknowledgeAlert: {
    kind: "alert",
    lane: "alert",
    body: () => ({ acknowledgedUntil: new Date(Date.now() + AN_HOUR).toISOString() }),
    effect: {
      kind: "changes",
      read: "getAlert",
      restore: "acknowledgeAlert",
      of: ["groupId", "alertId"],
      before: (json, contract) => {
        const alert = recordIn(json);
        const until = member(alert, contract.field("acknowledgedUntil"));
        // Sending neither member lifts an acknowledgement, and erases the traces of an acknowledgement that has ended.
        if (typeof until !== "string") return {};
        if (readDate(until) > Date.now())
          return "someone has acknowledged the alert, and a write would replace their name for good: state as fixtures.alertId an alert that no one has acknowledged";
        return "the alert shows an acknowledgement that has ended, and a write would erase it for good: state as fixtures.alertId an alert that no one has acknowledged";
      },
    },
  },
} as const satisfies Partial<WriteTable>;
