import { answered, type Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import type { AskedForm } from "./asked-form.ts";
import type { Recognised } from "./recogniser.ts";

/** What passed, with what it asks for and who does. */
export interface Passed {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly recognised: Recognised;
  readonly asker: Asker;
  readonly form: AskedForm;
}

/** The same without what it was answered, for those who remember many. */
export const withoutAnswer = (passed: Passed): Passed => {
  const { exchange } = passed;
  if (!answered(exchange)) return passed;
  const response = { ...exchange.response, headers: [], body: "", json: undefined };
  return { ...passed, exchange: { ...exchange, response } };
};

/** When it was answered, milliseconds since the epoch. */
export const endOf = ({ exchange: { startedAt, milliseconds } }: Passed): number => startedAt + milliseconds;

/** Who asks, as far as a request says it: a scheme with a name, `bearer`, `none`, or `hidden` where it need not say. */
export type Asker = string;
