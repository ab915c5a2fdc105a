import { type Answer, answered, type Exchange } from "@plumbline/client";
import { preview } from "@plumbline/schemas/validate";
import { broken, expects, type Judgement } from "../judgement.ts";

/** What came, in a few words: the status with the error code, or why there was no answer. */
export function received({ response }: Exchange): string {
  if ("fault" in response) return `no answer (${response.fault}): ${response.message}`;
  const { status, json, body } = response;
  const code = errorCode(json);
  if (code !== undefined) return `${status} ${code}`;
  return body === "" ? `${status} without a body` : `${status} with ${preview(json ?? body, 80)}`;
}

/** What an object that came is made of, for rules about the members of one; anything else as `received` says it. */
export function receivedMembers(exchange: Exchange): string {
  const json = jsonOf(exchange);
  if (typeof json !== "object" || json === null || Array.isArray(json)) return received(exchange);
  return `an object with ${Object.keys(json).length === 0 ? "no members" : `the members ${Object.keys(json).join(", ")}`}`;
}

function errorCode(json: unknown): string | undefined {
  const code =
    member(json, "errorCode") ?? (typeof member(json, "error") === "string" ? member(json, "error") : undefined);
  return typeof code === "string" ? code.slice(0, 80) : undefined;
}

/** A member of a JSON object; `undefined` for anything that is not an object. */
export function member(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && !Array.isArray(json) && Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined;
}

/** The JSON of an answer, `undefined` when there was none. */
export function jsonOf(exchange: Exchange): unknown {
  return answered(exchange) ? exchange.response.json : undefined;
}

export const wasAccepted = (exchange: Exchange): boolean =>
  answered(exchange) && exchange.response.status >= 200 && exchange.response.status < 300;
export const wasRefused = (exchange: Exchange): boolean =>
  answered(exchange) && exchange.response.status >= 400 && exchange.response.status < 500;

export const accepted = (exchange: Exchange, what = "the request"): Judgement =>
  expects(wasAccepted(exchange), `2xx for ${what}`, () => received(exchange));

export const refused = (exchange: Exchange, what = "the request"): Judgement =>
  expects(wasRefused(exchange), `4xx: ${what} must not be carried out`, () => received(exchange));

/** Runs a judgement of an answer, or says that none came. */
export function ofAnswer(exchange: Exchange, judge: (answer: Answer) => Judgement): Judgement {
  return answered(exchange) ? judge(exchange.response) : broken("an answer", received(exchange));
}
