import type { Exchange } from "@plumbline/client";
import type { Call } from "./call.ts";

/** Sends a call and returns the last exchange it took; a transport fault is part of the exchange, never thrown. */
export type Ask = (call: Call) => Promise<Exchange>;
