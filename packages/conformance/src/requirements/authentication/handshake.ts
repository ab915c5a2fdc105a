import { answered, type Exchange } from "@plumbline/client";
import { callOf } from "../../expect/cases.ts";
import type { Ask } from "../../ground/ask.ts";
import type { DigestParameters } from "../../ground/call.ts";
import { md5Challenge, parameterOf } from "../../oracles/challenge.ts";
import type { Context } from "../../rule/requirement.ts";

/** Handshakes of one lane: in step with one another they use up a nonce that all requests share, each that of the next. */
export const HANDSHAKES = "handshakes";

/** A nonce that all requests share may run out before it is used: how often a right digest is tried. */
export const TRIES = 24;

/** What of the challenge of an answer a digest is made with; `undefined` where it has no realm or no nonce. */
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
