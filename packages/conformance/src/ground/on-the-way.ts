import { type Answer, type Exchange, headerValue } from "@plumbline/client";

/** Statuses with which a gateway answers for the server behind it (RFC 9110, sections 15.6.3 to 15.6.5). */
const GATEWAYS: readonly number[] = [502, 503, 504];

/**
 * Faults of a connection that cut an answer off. The sender deals with timeouts before the head, because a retry is
 * slow.
 */
const CUT_OFF: readonly string[] = ["reset", "protocol", "body-timeout"];

/**
 * Whether something between client and target may have sent or damaged an answer: a gateway's status, a page of HTML, a
 * JSON body that is cut off. Such an answer decides nothing until the run has repeated the request.
 */
export function mayBeOnTheWay({ response }: Exchange): boolean {
  if ("fault" in response) return response.reach === "unheard" || CUT_OFF.includes(response.fault);
  return GATEWAYS.includes(response.status) || isPage(response) || isCutOff(response);
}

/** Whether a gateway refused the request, so that the target never received it and did nothing. */
export const wasTurnedAway = ({ response }: Exchange): boolean =>
  "status" in response && response.status >= 400 && response.status < 500 && isPage(response);

const isPage = ({ headers }: Answer): boolean => /^text\/html\b/i.test(headerValue(headers, "content-type") ?? "");

/** A body that claims to be JSON and cannot be parsed. */
const isCutOff = ({ body, headers, json }: Answer): boolean =>
  json === undefined &&
  body.trim() !== "" &&
  /^application\/(.+\+)?json\b/i.test(headerValue(headers, "content-type") ?? "");
