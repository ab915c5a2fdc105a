import { type IncomingMessage, validateHeaderValue } from "node:http";

/** Why the head of an answer cannot be written to a client; `undefined` if it can. */
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

/** The reason when Node refuses to write the reason phrase of an answer. */
export const UNWRITABLE = "its reason phrase has characters that a status line must not have";

/** Whether Node writes this reason phrase: it applies the rules for field values. */
export function isWritable(reason: string): boolean {
  try {
    validateHeaderValue("reason", reason);
    return true;
  } catch {
    return false;
  }
}
