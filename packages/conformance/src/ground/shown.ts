import type { Exchange } from "@plumbline/client";
import type { Call } from "./call.ts";

/** An exchange with the call that caused it. */
export interface Shown {
  readonly exchange: Exchange;
  readonly call: Call;
}
