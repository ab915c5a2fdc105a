import { answered, type Exchange } from "@plumbline/client";
import { received, refused, wasAccepted, wasRefused } from "../expect/answers.ts";
import { brief, callOf, notes, notesOf, refuses, unasked } from "../expect/cases.ts";
import { broken, expects, holds, type Judgement, observed, unable } from "../judgement.ts";
import type { Ask } from "../kernel/ask.ts";
import type { DigestFault, DigestParameters } from "../kernel/call.ts";
import { credential } from "../need.ts";
import { digestChallenges, md5Challenge, parameterOf } from "../oracles/challenge.ts";
import {
  type Case,
  type Context,
  probe,
  type Requirement,
  type Subject,
  silent,
  story,
  watch,
} from "../requirement.ts";
import type { Sight } from "../sight.ts";
import { performs } from "./perform.ts";
import { is, mainApi, reads, writeRisk, writes } from "./subjects.ts";

const SECTION = "Authentication";
const ERRORS = "Errors";
const ANY_KEY = "it takes any credentials";
/** Who has a key is challenged once and then knows the challenge: these ask without one. */
const WITHOUT_KEY = ["AUTH-DIGEST-REQUIRED", "AUTH-DIGEST-REQUIRED-WRITES"];
const signedSample = is("listAlertConfigs");

/** A first answer: 401 to a request that brought no credentials. */
const isChallenge = ({ answer, authorized, call }: Sight): boolean =>
  answer.status === 401 && !authorized && !call.open;

const challenges = (id: string, text: string, examine: (sight: Sight) => Judgement): Requirement =>
  watch({
    id,
    level: "MUST",
    basis: "stated",
    text,
    section: ERRORS,
    on: mainApi,
    shownBy: WITHOUT_KEY,
    examine: (sight) => (isChallenge(sight) ? examine(sight) : undefined),
  });

/** A rule about one parameter; without any digest challenge AUTH-CHALLENGE-SCHEME speaks alone. */
const parameter = (
  name: string,
  text: string,
  expected: string,
  good: (value: string | undefined) => boolean,
): Requirement =>
  watch({
    id: `AUTH-CHALLENGE-${name.toUpperCase()}`,
    level: "MUST",
    basis: "stated",
    text,
    section: ERRORS,
    on: mainApi,
    shownBy: WITHOUT_KEY,
    examine: (sight) => {
      const challenge = isChallenge(sight) ? md5Challenge(sight.answer) : undefined;
      if (challenge === undefined) return undefined;
      const value = parameterOf(challenge, name);
      return expects(
        good(value),
        expected,
        value === undefined ? `no ${name}` : `${name} ${JSON.stringify(value.slice(0, 60))}`,
      );
    },
  });

/** Whether the 401 also carries a challenge is the business of AUTH-CHALLENGE-SCHEME. */
const isRefusedKey = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 401;

/** The challenge that a first request gets, when it holds what a right answer needs. */
async function usableChallenge(ask: Ask, context: Context): Promise<boolean> {
  const first = await ask(callOf(context, { who: "none" }));
  const challenge = answered(first) ? md5Challenge(first.response) : undefined;
  return (
    challenge !== undefined && ["realm", "nonce", "qop"].every((name) => (parameterOf(challenge, name) ?? "") !== "")
  );
}

/** What a target may offer besides the stated MD5 and auth, by the fault that uses it. */
const OFFERS: Partial<Record<DigestFault, { readonly name: string; readonly word: string }>> = {
  qop: { name: "qop", word: "auth-int" },
  algorithm: { name: "algorithm", word: "SHA-256" },
};

/** Whether the target offers by itself what the fault consists in. */
async function isOffered(ask: Ask, context: Context, fault: DigestFault): Promise<boolean> {
  const offer = OFFERS[fault];
  const first = await ask(callOf(context, { who: "none" }));
  if (offer === undefined || !answered(first)) return false;
  return digestChallenges(first.response).some((challenge) =>
    (parameterOf(challenge, offer.name) ?? "")
      .split(",")
      .some((word) => word.trim().toLowerCase() === offer.word.toLowerCase()),
  );
}

async function challengeFor(ask: Ask, context: Context): Promise<DigestParameters | undefined> {
  const first = await ask(callOf(context, { who: "none", again: true }));
  const challenge = answered(first) ? md5Challenge(first.response) : undefined;
  const [realm, nonce] = challenge ? [parameterOf(challenge, "realm"), parameterOf(challenge, "nonce")] : [];
  if (challenge === undefined || realm === undefined || nonce === undefined) return undefined;
  const opaque = parameterOf(challenge, "opaque");
  return { realm, nonce, ...(opaque === undefined ? {} : { opaque }) };
}

const userIn = ({ request }: Exchange): string | undefined =>
  request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1].match(/username="([^"]*)"/)?.[1];

/** What a server takes for a wrong answer to its challenge; all else is an improper parameter, for which any 4xx is right. */
const UNPROVEN: readonly DigestFault[] = ["nonce", "method", "response"];

/** The same handshake twice: once right, so that a refusal of the other is due to the fault. */
const tampered = (fault: DigestFault, what: string): ((context: Context) => readonly Case[]) => {
  // Only a target that has a query can be told without it.
  const change = fault === "uri-query" ? { query: { pretty: "false" } } : {};
  return (context) => [
    {
      name: what,
      requests: 4,
      ask: async (ask) => {
        const [first, second] = [await challengeFor(ask, context), await challengeFor(ask, context)];
        if (first === undefined || second === undefined)
          return unable("the target gives no digest challenge with realm and nonce");
        if (await isOffered(ask, context, fault)) return observed(`${what}: the target offers it`);
        const right = await ask(callOf(context, { ...change, who: { fault: "none", challenge: first }, again: true }));
        if (!wasAccepted(right))
          return unable(`the same header without the fault is not accepted either (${received(right)})`);
        const wrong = await ask(callOf(context, { ...change, who: { fault, challenge: second }, again: true }));
        if (UNPROVEN.includes(fault)) return expects(isRefusedKey(wrong), `401: ${what}`, received(wrong));
        if (fault.startsWith("username") && userIn(wrong) === userIn(right))
          return unable("the public key has no letter whose case could be changed");
        return expects(wasRefused(wrong), `4xx, such as 401: ${what}`, received(wrong));
      },
    },
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
    needs: [credential("main")],
    mock: ANY_KEY,
    stage: "refused-reads",
    on: signedSample,
    cases: (context) => [[fault, what] as const, ...more].flatMap((one) => tampered(...one)(context)),
  });

const wrongKey = (id: string, who: "wrongSecret" | "unknownUser", what: string): Requirement =>
  probe({
    id,
    level: "MUST",
    basis: "stated",
    text: `${what[0]?.toUpperCase()}${what.slice(1)} is answered 401.`,
    section: ERRORS,
    needs: [credential("main")],
    mock: ANY_KEY,
    stage: "refused-reads",
    on: signedSample,
    cases: (context) => [
      {
        name: what,
        requests: 2,
        ask: async (ask) => {
          const plain = await ask(callOf(context));
          if (!wasAccepted(plain)) return unable(`the main key is not accepted either (${received(plain)})`);
          const exchange = await ask(callOf(context, { who }));
          if (unasked(exchange)) return unable("the target asks for no credentials here");
          return expects(isRefusedKey(exchange), `401: ${what} proves nobody`, received(exchange));
        },
      },
    ],
  });

const ofProject = (subject: Subject): boolean =>
  reads(subject) &&
  Array.isArray(subject.operation.roles) &&
  subject.operation.pathParameters.some(({ name }) => name === "groupId");

const isForOwners = ({ operation: { roles } }: Subject): boolean =>
  Array.isArray(roles) && roles.length > 0 && roles.every((role) => /Owner$/.test(role));

export const authentication: readonly Requirement[] = [
  probe({
    id: "AUTH-DIGEST-REQUIRED",
    level: "MUST",
    basis: "stated",
    text: "A request without credentials is answered 401.",
    section: SECTION,
    stage: "refused-reads",
    on: reads,
    cases: (context) => [
      {
        name: "no credentials",
        requests: 1,
        ask: async (ask) => {
          const exchange = await ask(callOf(context, { who: "none" }));
          if (isRefusedKey(exchange)) return holds;
          // What is not served at all cannot be protected either.
          const plain = await ask(callOf(context));
          if (answered(plain) && [404, 405, 406].includes(plain.response.status))
            return unable(`the operation is answered ${received(plain)}`);
          return broken("401: the request carries no credentials", received(exchange));
        },
      },
    ],
  }),
  story({
    id: "AUTH-DIGEST-REQUIRED-WRITES",
    level: "MUST",
    basis: "stated",
    text: "A write without credentials is answered 401 and changes nothing.",
    section: SECTION,
    needs: [credential("main"), { kind: "fixture", name: "groupId" }],
    stage: "refused-writes",
    risk: writeRisk,
    on: writes,
    requests: 6,
    tell: async (told) => {
      const operation = told.subject.operation.id;
      const right = await performs(told, operation, {});
      if (!wasAccepted(right)) return told.cannot(`the request is not accepted with the main key (${received(right)})`);
      const exchange = await performs(told, operation, { who: "none" });
      return expects(isRefusedKey(exchange), "401: the request carries no credentials", received(exchange));
    },
  }),
  challenges(
    "AUTH-CHALLENGE-SCHEME",
    "The 401 to a request without credentials names the Digest scheme in WWW-Authenticate.",
    ({ answer }) =>
      expects(
        digestChallenges(answer).length > 0,
        "WWW-Authenticate: Digest ...",
        () =>
          answer.headers
            .filter(([name]) => name.toLowerCase() === "www-authenticate")
            .map(([, value]) => value.slice(0, 80))
            .join(" | ") || "no WWW-Authenticate",
      ),
  ),
  parameter("realm", "The challenge names a realm.", "a realm", (value) => value !== undefined && value !== ""),
  parameter("nonce", "The challenge holds a nonce.", "a nonce", (value) => value !== undefined && value !== ""),
  parameter(
    "algorithm",
    "The challenge says algorithm=MD5.",
    "algorithm=MD5",
    (value) => value?.toUpperCase() === "MD5",
  ),
  parameter(
    "qop",
    "The challenge offers qop=auth.",
    "qop with auth",
    (value) => value?.split(",").some((one) => one.trim().toLowerCase() === "auth") === true,
  ),
  parameter("stale", "A first challenge says stale=false.", "stale=false", (value) => value?.toLowerCase() === "false"),
  probe({
    id: "AUTH-DIGEST-ACCEPT",
    level: "MUST",
    basis: "stated",
    text: "A right digest answer, public key as user name and private key as password, is accepted.",
    section: SECTION,
    needs: [credential("main")],
    stage: "read",
    on: reads,
    cases: (context) => [
      {
        name: "the main key",
        requests: 1,
        ask: async (ask) => {
          const exchange = await ask(callOf(context));
          if (answered(exchange) && exchange.response.status !== 401 && !wasAccepted(exchange)) {
            return unable(`a plain request is answered ${received(exchange)}, which says nothing about the key`);
          }
          if (!wasAccepted(exchange) && !(await usableChallenge(ask, context)))
            return unable("the challenge does not hold what an answer to it needs");
          return expects(wasAccepted(exchange), "2xx: the key is right", () => received(exchange));
        },
      },
    ],
  }),
  wrongKey("AUTH-DIGEST-WRONG-SECRET", "wrongSecret", "a wrong private key"),
  wrongKey("AUTH-DIGEST-WRONG-USER", "unknownUser", "an unknown public key"),
  tamper("NONCE", "nonce", "a nonce that the server never issued"),
  tamper("URI", "uri", "the uri of another request"),
  tamper("URI-QUERY", "uri-query", "a uri that leaves out the query of the request"),
  tamper("USERNAME", "username", "the public key with its letters in the other case", [
    "username-shown",
    "the public key with its letters in the other case in the header alone",
  ]),
  tamper("METHOD", "method", "a response made for another method"),
  tamper("QOP-AUTHINT", "qop", "a qop that was not offered"),
  tamper("ALG", "algorithm", "an algorithm that was not offered"),
  tamper("RESPONSE", "response", "a truncated response"),
  tamper("CNONCE", "cnonce", "no cnonce although it has a qop"),
  tamper("REALM", "realm", "another realm"),
  silent({
    id: "AUTH-DIGEST-NONCE-REUSE",
    level: "UNSPECIFIED",
    text: "How long a nonce can be used, and whether a count may come twice, is not given.",
    section: ERRORS,
    needs: [credential("main")],
    on: signedSample,
    cases: (context) => [
      notesOf("the same header twice", 3, async (ask) => {
        const challenge = await challengeFor(ask, context);
        if (challenge === undefined) return "no challenge";
        const who = { fault: "none", challenge } as const;
        await ask(callOf(context, { who, again: true, open: true }));
        return brief(await ask(callOf(context, { who, again: true, open: true })));
      }),
    ],
  }),
  silent({
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
  silent({
    id: "AUTH-401-BEFORE-VALIDATION",
    level: "UNSPECIFIED",
    text: "Whether credentials are looked at before parameters is not given.",
    section: ERRORS,
    on: signedSample,
    cases: (context) => [
      notes(context, "no credentials and a malformed groupId", { who: "none", path: { groupId: "xyz" } }),
    ],
  }),
  probe({
    id: "AUTH-ROLES-GATE",
    level: "MUST",
    basis: "derived:D3",
    text: "A valid key without any role on the project does not get at its records.",
    section: SECTION,
    mock: "it knows no roles",
    stage: "refused-reads",
    on: ofProject,
    cases: (context) => [
      refuses(context, "a key without any role", { who: "noRole" }, { needs: [credential("noRole")] }),
      refuses(context, "a key of another project", { who: "otherProject" }, { needs: [credential("otherProject")] }),
    ],
  }),
  story({
    id: "AUTH-ROLES-GATE-WRITES",
    level: "MUST",
    basis: "derived:D3",
    text: "A valid key without any role on the project changes nothing there.",
    section: SECTION,
    mock: "it knows no roles",
    needs: [credential("noRole"), { kind: "fixture", name: "groupId" }],
    stage: "refused-writes",
    risk: writeRisk,
    on: writes,
    requests: 8,
    tell: async (told) => {
      const operation = told.subject.operation.id;
      const right = await performs(told, operation, {});
      if (!wasAccepted(right))
        return unable(`the request is not accepted from the main key either (${received(right)})`);
      told.holds(refused(await performs(told, operation, { who: "noRole" }), "a key without any role on the project"));
      return holds;
    },
  }),
  story({
    id: "AUTH-ROLES-READ-ONLY",
    level: "SHOULD",
    basis: "derived:D3",
    text: "A key whose only role is Project Read Only changes nothing where an owner is needed.",
    section: SECTION,
    mock: "it knows no roles",
    needs: [
      { kind: "roles", anyOf: ["Project Read Only"] },
      { kind: "fixture", name: "groupId" },
    ],
    stage: "refused-writes",
    risk: writeRisk,
    // Where the role is not given, a key that may only read may be the right one.
    on: (subject) => writes(subject) && subject.operation.roles !== "unstated",
    requests: 8,
    tell: async (told) => {
      const operation = told.subject.operation.id;
      const right = await performs(told, operation, {});
      if (!wasAccepted(right)) return told.cannot(`the request is not accepted with the main key (${received(right)})`);
      return refused(
        await performs(told, operation, { who: { role: "Project Read Only" } }),
        "a key that may only read",
      );
    },
  }),
  probe({
    id: "AUTH-ROLES-OWNER-READS",
    level: "SHOULD",
    basis: "derived:D3",
    text: "A key whose only role is Project Read Only does not read what only an owner may.",
    section: SECTION,
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: ["Project Read Only"] }],
    stage: "refused-reads",
    on: (subject) => ofProject(subject) && isForOwners(subject),
    cases: (context) => [refuses(context, "a key that may only read", { who: { role: "Project Read Only" } })],
  }),
  silent({
    id: "AUTH-BASIC-ON-MAIN",
    level: "UNSPECIFIED",
    text: "Whether an API key may also be presented as Basic credentials is not given.",
    section: SECTION,
    needs: [credential("main")],
    mock: ANY_KEY,
    on: signedSample,
    cases: (context) => [notes(context, "the main key as Basic credentials", { who: "mainAsBasic" })],
  }),
  silent({
    id: "AUTH-ROLE-HIERARCHY",
    level: "UNSPECIFIED",
    text: "Whether a stronger role contains a weaker one is not given.",
    section: SECTION,
    mock: "it knows no roles",
    on: signedSample,
    cases: (context) =>
      (["Project Owner", "Organization Owner", "Organization Member"] as const).map((role) =>
        notes(context, `a key with ${role} alone`, { who: { role } }, { needs: [{ kind: "roles", anyOf: [role] }] }),
      ),
  }),
  silent({
    id: "AUTH-FORBIDDEN-STATUS",
    level: "UNSPECIFIED",
    text: "Status and error code for a missing role are not given.",
    section: ERRORS,
    mock: "it knows no roles",
    needs: [credential("noRole")],
    on: ofProject,
    cases: (context) => [notes(context, "a key without any role", { who: "noRole" })],
  }),
];
