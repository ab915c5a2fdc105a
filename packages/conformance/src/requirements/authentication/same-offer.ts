import { answered, type Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import type { Who } from "../../ground/call.ts";
import { decidedBy, expects, inconclusive, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { digestChallenges, parameterOf } from "../../oracles/challenge.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { shownOn } from "../shared/subjects.ts";
import { challengeIn } from "./handshake.ts";
import { isRefusedKey } from "./turned-away.ts";

/** Callers that prove nothing, each in another way; some need the challenge of a first request. */
const CALLERS: Readonly<Record<string, (challenge: NonNullable<ReturnType<typeof challengeIn>>) => Who>> = {
  "a wrong private key": () => "wrongSecret",
  "an unknown public key": () => "unknownUser",
  "a nonce that the server never issued": (challenge) => ({ fault: "nonce", challenge }),
  "nothing but the name of its scheme": (challenge) => ({ fault: "bare", challenge }),
};

/**
 * The algorithms and qops that the digest challenges of an answer offer, in a fixed order and without nonces.
 * AUTH-CHALLENGE-AGAIN judges incomplete challenges.
 */
function offerOf(exchange: Exchange): string {
  const challenges = answered(exchange) ? digestChallenges(exchange.response) : [];
  const words = (text: string): string =>
    text
      .split(",")
      .map((word) => word.trim().toLowerCase())
      .toSorted()
      .join(",");
  return challenges
    .map(
      (one) =>
        `algorithm=${words(parameterOf(one, "algorithm") ?? "MD5")} qop=${words(parameterOf(one, "qop") ?? "auth")}`,
    )
    .toSorted()
    .join(" | ");
}

const sameOffer = (context: Context, name: string, caller: (typeof CALLERS)[string]): Case =>
  asks(name, 2, async (ask) => {
    const first = await ask(callOf(context, { who: "none" }));
    const challenge = challengeIn(first);
    if (challenge === undefined) return inconclusive("the target gives no digest challenge with realm and nonce");
    const exchange = await ask(callOf(context, { who: caller(challenge) }));
    // Other rules judge whether the target refuses the request and sends a challenge.
    if (!isRefusedKey(exchange) || challengeIn(exchange) === undefined) return upheld;
    const [expected, received] = [offerOf(first), offerOf(exchange)];
    return decidedBy(
      expects(received === expected, `${expected}, as without credentials`, quoted(received, 80)),
      "header WWW-Authenticate",
      exchange,
    );
  });

/** The description has one challenge and does not say that its offer depends on the mistake. */
export const sameOffers: readonly Requirement[] = [
  probe({
    id: "AUTH-CHALLENGE-SAME",
    level: "SHOULD",
    basis: "stated",
    text: "A challenge offers the same algorithm and qop whatever was wrong with the credentials.",
    section: "Errors",
    needs: [{ kind: "digest" }],
    mock: "it takes any credentials",
    stage: "refused-reads",
    on: shownOn("listAlertConfigs"),
    cases: (context) => Object.entries(CALLERS).map(([name, caller]) => sameOffer(context, name, caller)),
  }),
];
