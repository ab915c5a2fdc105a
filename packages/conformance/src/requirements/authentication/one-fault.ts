import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, unasked } from "../../expect/cases.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { DigestFault } from "../../ground/call.ts";
import { inconclusive, type Judgement } from "../../ground/judgement.ts";
import { md5Challenge, parameterOf } from "../../oracles/challenge.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { challengeIn } from "./handshake.ts";

/** Judges an answer only if the target accepts the main key and asks for credentials at all. */
export const besideMain = (
  context: Context,
  what: string,
  ask: (ask: Ask) => Promise<Exchange>,
  judge: (exchange: Exchange) => Judgement,
): Case =>
  asks(what, 3, async (asking) => {
    const plain = await asking(callOf(context));
    if (!wasAccepted(plain)) return inconclusive(`the main key is not accepted either (${received(plain)})`);
    const exchange = await ask(asking);
    return unasked(exchange) ? inconclusive("the target asks for no credentials here") : judge(exchange);
  });

const saysStale = ({ response }: Exchange): boolean => {
  const challenge = "status" in response ? md5Challenge(response) : undefined;
  return challenge !== undefined && parameterOf(challenge, "stale")?.toLowerCase() === "true";
};

/**
 * The answer to a digest with one fault. The digest uses the challenge that all checks of the operation share; if its
 * nonce is stale, the challenge of the refusal. Without any challenge, the answer to the request without credentials.
 */
export async function withFault(ask: Ask, context: Context, fault: DigestFault): Promise<Exchange> {
  let exchange = await ask(callOf(context, { who: "none" }));
  for (let time = 1; time <= 2; time += 1) {
    const challenge = challengeIn(exchange);
    if (challenge === undefined) break;
    exchange = await ask(callOf(context, { who: { fault, challenge } }));
    if (!saysStale(exchange)) break;
  }
  return exchange;
}
