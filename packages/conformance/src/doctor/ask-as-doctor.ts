import type { Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import type { Session } from "../kernel/session.ts";

/** Sends a request of the preflight, which belongs to no check. */
export const ask = (session: Session, call: Call): Promise<Exchange> => session.send(call, "doctor");
