import { answered, type Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { brief, callOf, notesOf } from "../../expect/cases.ts";
import { byStatus, received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { DigestFault } from "../../ground/call.ts";
import { inconclusive, observed } from "../../ground/judgement.ts";
import { md5Challenge, parameterOf } from "../../oracles/challenge.ts";
import {
  type Case,
  type Context,
  observe,
  type ProbeRequirement,
  probe,
  type Requirement,
} from "../../rule/requirement.ts";
import { SECRET_CHANGES } from "../shared/changed-secrets.ts";
import { reads, shownOn } from "../shared/subjects.ts";
import { challengeFor, HANDSHAKES, TRIES } from "./handshake.ts";
import { besideMain, withFault } from "./one-fault.ts";
import { isRefusedKey, turnedAway } from "./turned-away.ts";
import { offers, refusesFault } from "./wrong-digests.ts";

const SECTION = "Authentication";
const ERRORS = "Errors";
const ANY_KEY = "it takes any credentials";
const signedSample = shownOn("listAlertConfigs");

/** Whether the challenge of a first request has all that a correct digest needs. */
async function usableChallenge(ask: Ask, context: Context): Promise<boolean> {
  const first = await ask(callOf(context, { who: "none" }));
  const challenge = answered(first) ? md5Challenge(first.response) : undefined;
  return (
    challenge !== undefined && ["realm", "nonce", "qop"].every((name) => (parameterOf(challenge, name) ?? "") !== "")
  );
}

/** Whether the target's challenge itself offers the value that the fault uses. */
async function isOffered(ask: Ask, context: Context, fault: DigestFault): Promise<boolean> {
  return offers(await ask(callOf(context, { who: "none" })), fault);
}

const userIn = ({ request }: Exchange): string | undefined =>
  request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1].match(/username="([^"]*)"/)?.[1];

/** Runs the same handshake without the fault as the positive control, so that only the fault can explain a refusal. */
const tampered = (fault: DigestFault, what: string): ((context: Context) => readonly Case[]) => {
  // The fault omits the query from the digest, so the request needs one.
  const change = fault === "uri-query" ? { query: { pretty: "false" } } : {};
  return (context) => [
    asks(what, 4, async (ask) => {
      if (await isOffered(ask, context, fault)) return observed(`${what}: the target offers it`);
      const signed = async (how: DigestFault): Promise<Exchange | undefined> => {
        const challenge = await challengeFor(ask, context);
        return challenge && ask(callOf(context, { ...change, who: { fault: how, challenge }, send: "again" }));
      };
      let right = await signed("none");
      // Other requests may use up a shared nonce first, so the control is repeated.
      for (let time = 2; time <= TRIES && right !== undefined && isRefusedKey(right); time += 1)
        right = await signed("none");
      const wrong = await signed(fault);
      if (right === undefined || wrong === undefined)
        return inconclusive("the target gives no digest challenge with realm and nonce");
      if (!wasAccepted(right))
        return inconclusive(`the same header without the fault is not accepted either (${received(right)})`);
      if (fault.startsWith("username") && userIn(wrong) === userIn(right))
        return inconclusive("the public key has no letter whose case could be changed");
      return refusesFault(wrong, fault, what);
    }),
  ];
};

const tamper = (
  name: string,
  fault: DigestFault,
  what: string,
  ...more: readonly [DigestFault, string][]
): Requirement =>
  probe({
    id: `AUTH-DIGEST-TAMPER-${name}`,
    level: "SHOULD",
    basis: "derived:RFC7616",
    text: `A digest header is refused when it has ${what}.`,
    section: SECTION,
    needs: [{ kind: "digest" }],
    mock: ANY_KEY,
    stage: "refused-reads",
    lane: HANDSHAKES,
    on: signedSample,
    cases: (context) => [[fault, what] as const, ...more].flatMap((one) => tampered(...one)(context)),
  });

/** The target must answer 401 to a wrong or unknown key, if it accepts the main key. */
const provesNobody = (context: Context, what: string, ask: (ask: Ask) => Promise<Exchange>): Case =>
  besideMain(context, what, ask, (exchange) => turnedAway(exchange, `401: ${what} proves nobody`));

const withKey = (context: Context, who: "wrongSecret" | "unknownUser", what: string): Case =>
  provesNobody(context, what, (ask) => ask(callOf(context, { who })));

const withSecret = (context: Context, fault: DigestFault, what: string): Case =>
  provesNobody(context, what, (ask) => withFault(ask, context, fault));

const wrongKey = (rule: Pick<Requirement, "id" | "text"> & Pick<ProbeRequirement, "on" | "cases">): Requirement =>
  probe({
    ...rule,
    level: "MUST",
    basis: "stated",
    section: ERRORS,
    needs: [{ kind: "digest" }],
    mock: ANY_KEY,
    stage: "refused-reads",
  });

const WRONG_KEY = "a wrong private key";
const UNKNOWN_KEY = "an unknown public key";

/** The rules on digests: the target accepts correct ones and refuses every digest with one fault. */
export const digests: readonly Requirement[] = [
  probe({
    id: "AUTH-DIGEST-ACCEPT",
    level: "MUST",
    basis: "stated",
    text: "A correct digest with the public key as user name and the private key as password is accepted.",
    section: SECTION,
    needs: [{ kind: "digest" }],
    stage: "read",
    on: reads,
    cases: (context) => [
      asks("the main key", 1, async (ask) => {
        const exchange = await ask(callOf(context));
        if (answered(exchange) && exchange.response.status !== 401 && !wasAccepted(exchange)) {
          return inconclusive(`a plain request is answered ${received(exchange)}, which says nothing about the key`);
        }
        if (!wasAccepted(exchange) && !(await usableChallenge(ask, context)))
          return inconclusive("the challenge does not hold what an answer to it needs");
        return byStatus(exchange, wasAccepted(exchange), "2xx: the key is right");
      }),
    ],
  }),
  wrongKey({
    id: "AUTH-DIGEST-WRONG-SECRET",
    text: "A wrong private key is answered 401.",
    on: reads,
    cases: (context) =>
      signedSample(context, context.contract)
        ? [
            withKey(context, "wrongSecret", WRONG_KEY),
            ...SECRET_CHANGES.map(([change, what]) => withSecret(context, change, what)),
          ]
        : [withSecret(context, "secret", WRONG_KEY)],
  }),
  wrongKey({
    id: "AUTH-DIGEST-WRONG-USER",
    text: "An unknown public key is answered 401.",
    on: signedSample,
    cases: (context) => [withKey(context, "unknownUser", UNKNOWN_KEY)],
  }),
  tamper("NONCE", "nonce", "a nonce that the server never issued"),
  tamper("URI", "uri", "the uri of another request"),
  tamper("URI-QUERY", "uri-query", "a uri that leaves out the query of the request"),
  tamper("USERNAME", "username", "the public key with its letters in the other case", [
    "username-shown",
    "the public key with its letters in the other case in the header alone",
  ]),
  tamper("METHOD", "method", "a response made for another method"),
  tamper("QOP-AUTHINT", "qop", "a qop that was not offered", ["qop-shown", "a qop that nobody knows"]),
  // Many servers ignore the name of the algorithm. The response is correct all the same, so no stranger gets in.
  tamper("ALG", "algorithm", "an algorithm that was not offered"),
  tamper(
    "RESPONSE",
    "response",
    "a truncated response",
    ["empty", "an empty response"],
    ["bare", "nothing but the name of its scheme"],
  ),
  tamper("CNONCE", "cnonce", "no cnonce although it has a qop"),
  tamper("REALM", "realm", "another realm"),
  observe({
    id: "AUTH-DIGEST-NONCE-REUSE",
    level: "UNSPECIFIED",
    text: "How long a nonce can be used, and whether a count may come twice, is not given.",
    section: ERRORS,
    needs: [{ kind: "digest" }],
    on: signedSample,
    cases: (context) => [
      notesOf("the same header twice", 3, async (ask) => {
        const challenge = await challengeFor(ask, context);
        if (challenge === undefined) return "no challenge";
        const who = { fault: "none", challenge } as const;
        await ask(callOf(context, { who, send: "again", due: "any" }));
        return brief(await ask(callOf(context, { who, send: "again", due: "any" })));
      }),
    ],
  }),
  observe({
    id: "AUTH-NONCE-FRESH",
    level: "UNSPECIFIED",
    text: "Whether every challenge holds a new nonce is not given.",
    section: ERRORS,
    on: signedSample,
    cases: (context) => [
      notesOf("two challenges", 2, async (ask) => {
        const [one, other] = [await challengeFor(ask, context), await challengeFor(ask, context)];
        return one?.nonce === other?.nonce ? "the same nonce" : "different nonces";
      }),
    ],
  }),
];
