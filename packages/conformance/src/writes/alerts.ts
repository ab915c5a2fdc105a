import { readDate } from "@plumbline/schemas/validate";
import { member } from "../expect/answers.ts";
import { recordIn } from "../oracles/envelope.ts";
import { type WriteTable, without } from "./write.ts";

/** Milliseconds; an acknowledgement of the run's ends by itself should nobody come to take it back. */
const AN_HOUR = 3_600_000;

export const alertWrites = {
  acknowledgeAlert: {
    lane: "alert",
    body: () => ({ acknowledgedUntil: new Date(Date.now() + AN_HOUR).toISOString() }),
    effect: {
      kind: "changes",
      read: "getAlert",
      restore: "acknowledgeAlert",
      of: ["groupId", "alertId"],
      before: (json, contract) => {
        const names = ["acknowledgedUntil", "acknowledgementComment"].map((name) => contract.field(name));
        const [until, comment] = names.map((name) => member(recordIn(json), name));
        // One that has ended is none: sending neither member takes an acknowledgement back.
        if (typeof until !== "string" || !(readDate(until) > Date.now())) return {};
        const [untilName = "", commentName = ""] = names;
        return without({ [untilName]: until, [commentName]: typeof comment === "string" ? comment : undefined });
      },
      // As moments: a target may show one in another zone than it was sent in.
      comparable: (state) =>
        Object.fromEntries(
          Object.entries(Object(state)).map(([name, value]) => {
            const moment = readDate(String(value));
            return [name, Number.isNaN(moment) ? value : moment];
          }),
        ),
    },
  },
} as const satisfies Partial<WriteTable>;
