import { type IncomingMessage, validateHeaderValue } from "node:http";

/** Why the head of an answer cannot be written to a client, or `undefined` where it can. */
export function unpassable({
  statusCode = 0,
  statusMessage = "",
  headers,
}: Pick<IncomingMessage, "statusCode" | "statusMessage" | "headers">): string | undefined {
  if (statusCode < 200 || statusCode > 999) return `${statusCode} is not a valid status`;
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked")
    return "the proxy forwards only the Transfer-Encoding chunked";
  return isWritable(statusMessage) ? undefined : UNWRITABLE;
}

/** Why the proxy does not forward an answer whose reason phrase Node refuses to write. */
export const UNWRITABLE = "its reason phrase has characters that a status line must not have";

/** Whether Node writes this reason phrase: it holds one to what the value of a field may have. */
export function isWritable(reason: string): boolean {
  try {
    validateHeaderValue("reason", reason);
    return true;
  } catch {
    return false;
  }
}
