import { type Answer, answered, type Exchange } from "@plumbline/client";
import { isSuccess } from "@plumbline/schemas";
import { isObject, member } from "./json.ts";
import { broken, decidedBy, expects, type Judgement } from "./judgement.ts";
import { quoted, quotedText } from "./quoted.ts";

/** The answer in a few words: the status with the error code, or why there was no answer. */
export function received({ response }: Exchange): string {
  if ("fault" in response)
    return response.fault === "body-too-large"
      ? `an answer that is too large: ${response.message}`
      : `no answer (${response.fault}): ${response.message}`;
  const { status, json, body } = response;
  const code = errorCode(json);
  if (code !== undefined) return `${status} ${code}`;
  if (body === "") return `${status} without a body`;
  return `${status} with ${body.length > LONG ? quotedText(body, 80, `... (${body.length} characters)`) : quoted(json ?? body, 80)}`;
}

/** Characters. `received` quotes a longer body from its text, because printing its JSON again costs time. */
const LONG = 10_000;

/** The member names of an object, for rules about missing members; for any other body the text of `received`. */
export function receivedMembers(exchange: Exchange): string {
  const json = jsonOf(exchange);
  if (!isObject(json)) return received(exchange);
  const names = Object.keys(json);
  if (names.length === 0) return "an object with no members";
  const shown = names.slice(0, MOST_NAMES).map((name) => quotedText(name, LONG_NAME, "…"));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  return `an object with the members ${shown.join(", ")}${more}`;
}

/** The number of member names in the message, and the characters of each. */
const MOST_NAMES = 60;
const LONG_NAME = 100;

function errorCode(json: unknown): string | undefined {
  const code =
    member(json, "errorCode") ?? (typeof member(json, "error") === "string" ? member(json, "error") : undefined);
  return typeof code === "string" ? quotedText(code, 80) : undefined;
}

/** The JSON of an answer; `undefined` if there is no answer. */
export function jsonOf(exchange: Exchange): unknown {
  return answered(exchange) ? exchange.response.json : undefined;
}

/** True for a status of 2xx; false for any other status and for an exchange without an answer. */
export const wasAccepted = (exchange: Exchange): boolean =>
  answered(exchange) && isSuccess(exchange.response.status) && !isRefusedInside(exchange);
/** True for a status of 4xx: the server decided against the request. A 5xx or a lost answer decides nothing. */
export const wasRefused = (exchange: Exchange): boolean =>
  answered(exchange) && (isRefusal(exchange.response.status) || isRefusedInside(exchange));

const isRefusal = (status: unknown): boolean => typeof status === "number" && status >= 400 && status < 500;

/** Statuses of an address without a record; the description names none. */
const ABSENT: readonly number[] = [404, 410];
/** Whether a status says that nothing is at the address. */
export const saysAbsent = (status: number): boolean => ABSENT.includes(status);
/** Whether the answer says that nothing is at the address; false without an answer. */
export const isAbsent = (exchange: Exchange): boolean => answered(exchange) && saysAbsent(exchange.response.status);

/** Envelopes are for clients that cannot read statuses: a server may answer 200 and put the refusal inside. */
const isRefusedInside = ({ request, response }: Exchange): boolean =>
  "status" in response &&
  response.status === 200 &&
  isRefusal(member(response.json, "status")) &&
  request.url.includes("envelope=true");

/** Expects a 2xx; `what` names the request in the message. */
export const accepted = (exchange: Exchange, what = "the request"): Judgement =>
  byStatus(exchange, wasAccepted(exchange), `2xx for ${what}`);

/** Expects a 4xx; `what` names the invalid request in the message. */
export const refused = (exchange: Exchange, what = "the request"): Judgement =>
  byStatus(exchange, wasRefused(exchange), `4xx: ${what} must not be carried out`);

/** A judgement of the status alone. */
export const byStatus = (exchange: Exchange, condition: boolean, expected: string): Judgement =>
  decidedBy(
    expects(condition, expected, () => received(exchange)),
    "status",
    exchange,
  );

/** Judges an answer with `judge`; an exchange without an answer breaks the rule. */
export function ofAnswer(exchange: Exchange, judge: (answer: Answer) => Judgement): Judgement {
  return answered(exchange) ? judge(exchange.response) : broken("an answer", received(exchange));
}
