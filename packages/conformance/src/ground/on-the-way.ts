import { type Answer, type Exchange, headerValue } from "@plumbline/client";

/** Statuses that a gateway answers for the server behind it (RFC 9110, sections 15.6.3 to 15.6.5). */
const GATEWAYS: readonly number[] = [502, 503, 504];

/** Faults of a connection that cut an answer off. Timeouts before the head are the sender's business: each costs its time. */
const CUT_OFF: readonly string[] = ["reset", "protocol", "body-timeout"];

/**
 * Whether an answer may come from something between client and target, or was damaged on the way: a gateway's status, a
 * page of HTML where JSON is due, a body that is cut off. Such an answer decides nothing before it was repeated.
 */
export function mayBeOnTheWay({ response }: Exchange): boolean {
  if ("fault" in response) return response.reach === "unheard" || CUT_OFF.includes(response.fault);
  return GATEWAYS.includes(response.status) || isPage(response) || isCutOff(response);
}

/** Whether a gateway has refused a request before the target heard of it: then nothing was done. */
export const wasTurnedAway = ({ response }: Exchange): boolean =>
  "status" in response && response.status >= 400 && response.status < 500 && isPage(response);

const isPage = ({ headers }: Answer): boolean => /^text\/html\b/i.test(headerValue(headers, "content-type") ?? "");

/** What calls itself JSON and is none. */
const isCutOff = ({ body, headers, json }: Answer): boolean =>
  json === undefined &&
  body.trim() !== "" &&
  /^application\/(.+\+)?json\b/i.test(headerValue(headers, "content-type") ?? "");
