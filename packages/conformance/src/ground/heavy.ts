import type { Exchange } from "@plumbline/client";

/** Bytes of a text that calls itself JSON and is none. */
const LARGE_TEXT = 1_024 * 1_024;
const SUCCESSES = 300;

/** Whether an answer did not come in the time that the client allows. */
export const isLate = ({ response }: Exchange): boolean =>
  "fault" in response && ["head-timeout", "body-timeout", "total-timeout"].includes(response.fault);

/** Whether an answer breaks a limit of the client, or is a large text that cannot be read. */
export function isHeavy(exchange: Exchange): boolean {
  const { response } = exchange;
  if (!("fault" in response))
    return response.status < SUCCESSES && response.json === undefined && response.bodyBytes >= LARGE_TEXT;
  if (response.fault === "protocol") return response.message.includes("UND_ERR_HEADERS_OVERFLOW");
  return response.fault === "body-too-large" || isLate(exchange);
}
