import type { Exchange } from "@plumbline/client";

/** Bytes from which a successful body that is not JSON counts as large. */
const LARGE_TEXT = 1_024 * 1_024;
const SUCCESSES = 300;

/** Whether an answer took longer than the client allows. */
export const isLate = ({ response }: Exchange): boolean =>
  "fault" in response && ["head-timeout", "body-timeout", "total-timeout"].includes(response.fault);

/** Whether an answer exceeds a limit of the client, or is a large text that is not JSON. */
export function isHeavy(exchange: Exchange): boolean {
  const { response } = exchange;
  if (!("fault" in response))
    return response.status < SUCCESSES && response.json === undefined && response.bodyBytes >= LARGE_TEXT;
  if (response.fault === "protocol") return response.message.includes("UND_ERR_HEADERS_OVERFLOW");
  return response.fault === "body-too-large" || isLate(exchange);
}
