import type { Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import type { Session } from "../kernel/session.ts";

/** Sends what no check asks for. */
export const ask = (session: Session, call: Call): Promise<Exchange> => session.send(call, "doctor");
