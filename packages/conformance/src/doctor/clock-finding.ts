import { answered, type Exchange, headerValue } from "@plumbline/client";
import type { DoctorFinding } from "@plumbline/report";

/** Milliseconds. */
const FAR = 5 * 60_000;

/** Compares the target's clock, as the Date header of an answer shows it, with this machine's. */
export function clockFinding(exchange: Exchange): DoctorFinding {
  const date = answered(exchange) ? Date.parse(headerValue(exchange.response.headers, "date") ?? "") : Number.NaN;
  if (Number.isNaN(date))
    return { subject: "clock", state: "advice", text: "the target sends no readable Date header" };
  const apart = Math.abs(date - exchange.startedAt);
  return apart <= FAR
    ? { subject: "clock", state: "ok", text: "the target's clock agrees with this machine's" }
    : {
        subject: "clock",
        state: "advice",
        text: `the target's clock is ${Math.round(apart / 60_000)} minutes off this machine's: checks use the target's time`,
      };
}
