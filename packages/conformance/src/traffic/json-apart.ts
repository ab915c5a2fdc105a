import { type Answer, answered, type Exchange, parseJson } from "@plumbline/client";

/** Bytes of a body beyond which there may be no more of its text than its beginning. */
const LARGE = 65_536;

/** Whether what was read from a body can be read from its text again. */
export const isWhole = ({ body, bodyBytes }: Answer): boolean => bodyBytes <= LARGE || body.length > LARGE;

/** An exchange to be remembered: what was read from a body takes several times its room, and can mostly be read again. */
export const withoutJson = (exchange: Exchange): Exchange =>
  answered(exchange) && isWhole(exchange.response)
    ? { ...exchange, response: { ...exchange.response, json: undefined } }
    : exchange;

/** An exchange that was remembered, with what its body says. */
export const withJson = (exchange: Exchange): Exchange =>
  answered(exchange) && isWhole(exchange.response)
    ? { ...exchange, response: { ...exchange.response, json: parseJson(exchange.response.body) } }
    : exchange;
