import { answered, type Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { byStatus, wasRefused } from "../../ground/answers.ts";
import type { DigestFault } from "../../ground/call.ts";
import { type Judgement, mild } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { digestChallenges, parameterOf } from "../../oracles/challenge.ts";
import { challengeIn } from "./handshake.ts";
import type { RefusedKey } from "./refused-key.ts";
import { turnedAway } from "./turned-away.ts";

/** Values that a target may offer in addition to the stated MD5 and auth, by the fault that uses them. */
const OFFERS: Partial<Record<DigestFault, { readonly name: string; readonly word: string }>> = {
  qop: { name: "qop", word: "auth-int" },
  algorithm: { name: "algorithm", word: "SHA-256" },
};

/** Whether a challenge offers the value that the fault uses. */
export function offers(exchange: Exchange, fault: DigestFault): boolean {
  const offer = OFFERS[fault];
  if (offer === undefined || !answered(exchange)) return false;
  return digestChallenges(exchange.response).some((challenge) =>
    (parameterOf(challenge, offer.name) ?? "")
      .split(",")
      .some((word) => word.trim().toLowerCase() === offer.word.toLowerCase()),
  );
}

/**
 * Faults that make a wrong answer to the challenge. All others make an improper parameter, for which any 4xx is right.
 */
const UNPROVEN: readonly DigestFault[] = ["nonce", "method", "response", "empty"];

/** Expects 401 if the fault leaves the caller unproven, and any 4xx if a parameter is improper (RFC 7616). */
export const refusesFault = (exchange: Exchange, fault: DigestFault, what: string): Judgement =>
  UNPROVEN.includes(fault)
    ? turnedAway(exchange, `401: ${what}`)
    : byStatus(exchange, wasRefused(exchange), `4xx, such as 401: ${what}`);

/** Faults that every digest can have; a wrong query needs a query, and a wrong case needs a user name with letters. */
export const FAULTS_IN_WORDS = {
  nonce: "a nonce that the server never issued",
  uri: "the uri of another request",
  method: "a response made for another method",
  qop: "a qop that was not offered",
  "qop-shown": "a qop that nobody knows",
  algorithm: "an algorithm that was not offered",
  response: "a truncated response",
  empty: "an empty response",
  bare: "nothing but the name of its scheme",
  cnonce: "no cnonce although it has a qop",
  realm: "another realm",
} as const satisfies Partial<Record<DigestFault, string>>;

type FaultOfTable = keyof typeof FAULTS_IN_WORDS;
const FAULTS = Object.keys(FAULTS_IN_WORDS) as readonly FaultOfTable[];

/** One write of each method that needs no waiting: these get every fault, and each other write gets one. */
const OF_EACH_METHOD: readonly OperationId[] = [
  "createAlertConfig",
  "updateAlertConfig",
  "setAlertConfigEnabled",
  "deleteAlertConfig",
];

/** The faults for a write in this version; the versions of an operation take turns. */
export function faultsFor({ id, number }: { id: OperationId; number: number }, turn: number, of: number) {
  if (OF_EACH_METHOD.includes(id)) return FAULTS.filter((_fault, at) => at % of === turn);
  return number % of === turn ? FAULTS.filter((_fault, at) => at === number % FAULTS.length) : [];
}

/** Digests with one fault each, made with the challenge of the previous refusal. */
export function wrongDigestsOf(story: Story): readonly RefusedKey[] {
  const { operation, version } = story.subject;
  const versions = story.addresses.servedIn(operation.id).toSorted();
  return faultsFor(operation, Math.max(0, versions.indexOf(version)), Math.max(1, versions.length)).map((fault) => ({
    name: `a digest with ${FAULTS_IN_WORDS[fault]}`,
    who: (refusal) => {
      const challenge = refusal && challengeIn(refusal);
      return challenge === undefined || (refusal !== undefined && offers(refusal, fault))
        ? undefined
        : { fault, challenge };
    },
    judge: (exchange) => mild(refusesFault(exchange, fault, `a digest with ${FAULTS_IN_WORDS[fault]}`)),
  }));
}
