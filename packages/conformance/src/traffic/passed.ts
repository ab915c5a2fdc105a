import { answered, type Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import type { AskedForm } from "./asked-form.ts";
import type { Recognised } from "./recogniser.ts";

/** An exchange with its call and its caller. */
export interface Passed {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly recognised: Recognised;
  readonly asker: Asker;
  readonly form: AskedForm;
}

/** The same without headers and body of the answer, for storing many. */
export const withoutAnswer = (passed: Passed): Passed => {
  const { exchange } = passed;
  if (!answered(exchange)) return passed;
  const response = { ...exchange.response, headers: [], body: "", json: undefined };
  return { ...passed, exchange: { ...exchange, response } };
};

/** The time of the answer, in milliseconds since the epoch. */
export const endOf = ({ exchange: { startedAt, milliseconds } }: Passed): number => startedAt + milliseconds;

/** The caller that a request names: a scheme with a user name, `bearer`, `none`, or `hidden` if it names none. */
export type Asker = string;
