import { answered, type Exchange } from "@plumbline/client";
import { callOf } from "../../expect/cases.ts";
import type { Ask } from "../../ground/ask.ts";
import type { DigestParameters } from "../../ground/call.ts";
import { md5Challenge, parameterOf } from "../../oracles/challenge.ts";
import type { Context } from "../../rule/requirement.ts";

/** The lane of all handshakes. If they ran at the same time, each would use up the shared nonce of the next. */
export const HANDSHAKES = "handshakes";

/** How often a correct digest is tried, because other requests may use up a shared nonce first. */
export const TRIES = 24;

/** The parameters of an answer's challenge that a digest needs; `undefined` if it has no realm or no nonce. */
export function challengeIn(exchange: Exchange): DigestParameters | undefined {
  const challenge = answered(exchange) ? md5Challenge(exchange.response) : undefined;
  const [realm, nonce] = challenge ? [parameterOf(challenge, "realm"), parameterOf(challenge, "nonce")] : [];
  if (challenge === undefined || realm === undefined || nonce === undefined) return undefined;
  const opaque = parameterOf(challenge, "opaque");
  return { realm, nonce, ...(opaque === undefined ? {} : { opaque }) };
}

/** The challenge of a request without credentials. */
export const challengeFor = async (ask: Ask, context: Context): Promise<DigestParameters | undefined> =>
  challengeIn(await ask(callOf(context, { who: "none", send: "again" })));
