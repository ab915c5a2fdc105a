import { type Answer, answered, type Exchange, parseJson } from "@plumbline/client";

/** Bytes of a body above which an exchange may hold only the beginning of its text. */
const LARGE = 65_536;

/** Whether the JSON of a body can be parsed from its text again. */
export const isWhole = ({ body, bodyBytes }: Answer): boolean => bodyBytes <= LARGE || body.length > LARGE;

/**
 * An exchange without its parsed JSON, for storage: the JSON takes several times the memory of the text, and mostly it
 * can be parsed again.
 */
export const withoutJson = (exchange: Exchange): Exchange =>
  answered(exchange) && isWhole(exchange.response)
    ? { ...exchange, response: { ...exchange.response, json: undefined } }
    : exchange;

/** A stored exchange with its JSON parsed again. */
export const withJson = (exchange: Exchange): Exchange =>
  answered(exchange) && isWhole(exchange.response)
    ? { ...exchange, response: { ...exchange.response, json: parseJson(exchange.response.body) } }
    : exchange;
