import { answered, type Exchange, parseJson } from "@plumbline/client";

/** An exchange to be remembered: what was read from a body takes several times its room, and can be read again. */
export const withoutJson = (exchange: Exchange): Exchange =>
  answered(exchange) ? { ...exchange, response: { ...exchange.response, json: undefined } } : exchange;

/** An exchange that was remembered, with what its body says. */
export const withJson = (exchange: Exchange): Exchange =>
  answered(exchange)
    ? { ...exchange, response: { ...exchange.response, json: parseJson(exchange.response.body) } }
    : exchange;
