import { readDate } from "@plumbline/schemas/validate";
import { member } from "../json.ts";
import { recordIn } from "../oracles/envelope.ts";
import type { WriteTable } from "./write.ts";

/** Milliseconds; an acknowledgement of the run's ends by itself should nobody come to take it back. */
const AN_HOUR = 3_600_000;

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
        const until = member(recordIn(json), contract.field("acknowledgedUntil"));
        // One that has ended is none: sending neither member takes an acknowledgement back.
        if (typeof until !== "string" || !(readDate(until) > Date.now())) return {};
        return "somebody has acknowledged the alert, and would not stand as the one who did any more: state fixtures.alertId of one that nobody has";
      },
    },
  },
} as const satisfies Partial<WriteTable>;
