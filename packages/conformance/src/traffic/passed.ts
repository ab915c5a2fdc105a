import type { Exchange } from "@plumbline/client";
import type { Call } from "../kernel/call.ts";
import type { Recognised } from "./recogniser.ts";

/** What passed, with what it asks for and who does. */
export interface Passed {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly recognised: Recognised;
  readonly asker: Asker;
}

/** Who asks, as far as a request says it: a scheme with a name, `bearer`, `none`, or `hidden` where it need not say. */
export type Asker = string;
