import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The environment variable that holds the token of a control server. */
export const CONTROL_TOKEN = "PLUMBLINE_CONTROL_TOKEN";

/**
 * The token from the environment, or a random one.
 * @throws UsageError for a token that no header can carry; the message does not show the token.
 */
export function controlToken(environment: Terminal["environment"]): string {
  const given = environment[CONTROL_TOKEN];
  if (given === undefined || given === "") return randomBytes(24).toString("base64url");
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new UsageError(
    `${CONTROL_TOKEN} holds spaces or characters that no header can carry: expected printable ASCII; set another value, or none to get a random token`,
  );
}

/** Whether the header contains the token. The time of the comparison does not depend on where the two differ. */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
