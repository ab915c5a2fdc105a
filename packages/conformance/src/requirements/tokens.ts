import { answered, type Exchange, headerValue } from "@plumbline/client";
import { LIMITS, TOKEN_ERRORS, TOKEN_STATUSES } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { jsonOf, member, received } from "../expect/answers.ts";
import { brief, callOf, notes } from "../expect/cases.ts";
import { broken, expects, holds, type Judgement, unable } from "../judgement.ts";
import type { Call } from "../kernel/call.ts";
import { retryAfterMilliseconds } from "../kernel/retry-after.ts";
import { credential } from "../need.ts";
import { type Case, type Context, probe, type Requirement, silent, story, watch } from "../requirement.ts";
import { succeeded } from "../sight.ts";
import { is } from "./subjects.ts";

const SECTION = "Endpoints > Service account token";
const BODY = "Resources and their fields > Service account token";
const ERRORS = "Errors";
const token = is("issueServiceToken");
const needs = [credential("serviceAccount")];
const LOOSE = "it takes any credentials and any form it can read";
const GOOD = { grant_type: "client_credentials" };

/** Requests here are few and shared: the endpoint allows ten a minute. */
const asked = (context: Context, change: Partial<Call>): Call =>
  callOf(context, { share: true, body: GOOD, ...change });

const REFUSALS: Readonly<Record<string, Partial<Call>>> = {
  "a wrong secret": { who: "wrongClientSecret" },
  "no Authorization": { who: "none" },
  "Basic with undecodable credentials": { who: { header: "Basic %%%" } },
  "grant_type=password": { body: { grant_type: "password" } },
  "no grant_type": { body: { scope: "any" } },
  "an empty body": { rawBody: "" },
};

const isLimited = (exchange: Exchange): boolean =>
  member(jsonOf(exchange), "error") === "rate_limited" || (answered(exchange) && exchange.response.status === 429);
const isToken = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 200;

/** What the answer with a token must hold; `preview` would show the token, so only the other members are quoted. */
function isWholeToken(exchange: Exchange): Judgement {
  const json = jsonOf(exchange);
  const [value, type, seconds] = ["access_token", "token_type", "expires_in"].map((name) => member(json, name));
  if (typeof value !== "string" || value === "")
    return broken("access_token, a non-empty string", value === undefined ? "none" : `a ${typeof value}`);
  if (type !== "Bearer") return broken("token_type Bearer", `token_type ${preview(type, 40)}`);
  return expects(Number.isInteger(seconds), "expires_in, an integer", `expires_in ${preview(seconds, 40)}`);
}

const refusal = (context: Context, name: keyof typeof REFUSALS & string): Case => ({
  name,
  requests: 1,
  ask: async (ask) => {
    const exchange = await ask(asked(context, REFUSALS[name] ?? {}));
    return expects(
      answered(exchange) && exchange.response.status >= 400,
      `an error: ${name} gets no token`,
      isToken(exchange) ? "200 with a token" : received(exchange),
    );
  },
});

/** Nothing is served at the endpoint's address: the business of OP72-BIND, not of the rules about tokens. */
const notServed = (exchange: Exchange): boolean => answered(exchange) && [404, 405].includes(exchange.response.status);

const gets = (
  context: Context,
  name: string,
  change: Partial<Call>,
  judge: (exchange: Exchange) => Judgement = () => holds,
): Case => ({
  name,
  requests: 1,
  ask: async (ask) => {
    const exchange = await ask(asked(context, change));
    if (isToken(exchange)) return judge(exchange);
    if (notServed(exchange)) return unable("nothing is served at the token endpoint's address");
    return broken(`200 for ${name}`, received(exchange));
  },
});

/** Refusals that any target can be provoked to, then what `judge` says of each. */
const provoked = (
  context: Context,
  names: readonly string[],
  judge: (json: unknown, exchange: Exchange) => Judgement,
): Case[] =>
  names.map((name) => ({
    name,
    requests: 1,
    ask: async (ask) => {
      const exchange = await ask(asked(context, REFUSALS[name] ?? {}));
      if (!answered(exchange)) return broken("an answer", received(exchange));
      return exchange.response.status >= 400 ? judge(exchange.response.json, exchange) : holds;
    },
  }));

/** Another type than text is the business of TOKEN-ERROR-SHAPE. */
const saysError = (json: unknown, error: string): Judgement => {
  const said = member(json, "error");
  return typeof said === "string"
    ? expects(said === error, `error ${error}`, `error ${preview(said, 60)}`)
    : unable("the error is no word");
};

const named = (id: string, name: string, error: string): Requirement =>
  probe({
    id,
    level: "SHOULD",
    basis: "derived:D2",
    text: `${name[0]?.toUpperCase()}${name.slice(1)} is answered with the error ${error}: the condition stands only in its name.`,
    section: ERRORS,
    needs,
    mock: LOOSE,
    stage: "quota",
    on: token,
    cases: (context) => provoked(context, [name], (json) => saysError(json, error)),
  });

/** Errors of the endpoint itself: other statuses are the business of TOKEN-STATUS-SET, and a 503 may be a proxy's. */
const ownErrors = (answer: { status: number }): boolean =>
  answer.status >= 400 && answer.status !== 503 && TOKEN_STATUSES.includes(answer.status);

export const tokens: readonly Requirement[] = [
  probe({
    id: "TOKEN-SUCCESS",
    level: "MUST",
    basis: "stated",
    text: "A valid request is answered 200 with a non-empty access_token, token_type Bearer and an integer expires_in.",
    section: BODY,
    needs,
    stage: "quota",
    on: token,
    cases: (context) => [gets(context, "a valid request", {}, isWholeToken)],
  }),
  watch({
    id: "TOKEN-EXPIRES-POSITIVE",
    level: "SHOULD",
    basis: "derived:D2",
    text: "expires_in is more than nothing.",
    section: BODY,
    on: token,
    examine: ({ answer, call }) => {
      const seconds = member(answer.json, "expires_in");
      if (!succeeded(answer) || call.open || typeof seconds !== "number") return undefined;
      return expects(seconds > 0, "a positive number of seconds", String(seconds));
    },
  }),
  probe({
    id: "TOKEN-BASIC-AUTH",
    level: "MUST",
    basis: "stated",
    text: "The token endpoint takes Basic credentials of a service account, and gives nobody else a token.",
    section: SECTION,
    needs,
    mock: LOOSE,
    stage: "quota",
    on: token,
    cases: (context) => [
      gets(context, "Basic with id and secret", {}),
      ...["a wrong secret", "no Authorization", "Basic with undecodable credentials"].map((name) =>
        refusal(context, name),
      ),
    ],
  }),
  probe({
    id: "TOKEN-GRANT-TYPE",
    level: "MUST",
    basis: "stated",
    text: "The form is grant_type=client_credentials; any other is an error.",
    section: SECTION,
    needs,
    stage: "quota",
    on: token,
    cases: (context) => [
      gets(context, "grant_type=client_credentials", {}),
      ...["grant_type=password", "no grant_type", "an empty body"].map((name) => refusal(context, name)),
    ],
  }),
  probe({
    id: "TOKEN-QUERY",
    level: "MUST",
    basis: "stated",
    text: "The token endpoint takes the queries pretty and envelope.",
    section: SECTION,
    needs,
    stage: "quota",
    on: token,
    cases: (context) => [
      {
        ...gets(context, "pretty=true", { query: { pretty: "true" } }, (exchange) =>
          expects(
            answered(exchange) && /\n[ \t]+\S/.test(exchange.response.body),
            "line breaks followed by indentation",
            "a body on one line",
          ),
        ),
        mock: "it prints its document's example whatever pretty says",
      },
      gets(context, "envelope=true", { query: { envelope: "true" } }),
    ],
  }),
  watch({
    id: "TOKEN-ERROR-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "An error of the token endpoint is {error, error_description}, both strings: not the standard error body.",
    section: ERRORS,
    on: token,
    shownBy: ["TOKEN-BASIC-AUTH", "TOKEN-GRANT-TYPE"],
    examine: ({ answer, call }) => {
      if (!ownErrors(answer) || call.open || call.query?.["envelope"] === "true") return undefined;
      const [error, text] = [member(answer.json, "error"), member(answer.json, "error_description")];
      return expects(
        typeof error === "string" && typeof text === "string",
        "error and error_description as strings",
        () => `error ${preview(error, 40)}, error_description ${preview(text, 40)}`,
      );
    },
  }),
  watch({
    id: "TOKEN-ERROR-VALUES",
    level: "MUST",
    basis: "stated",
    text: "The error of the token endpoint is one of the seven listed.",
    section: ERRORS,
    on: token,
    shownBy: ["TOKEN-BASIC-AUTH", "TOKEN-GRANT-TYPE"],
    examine: ({ answer, call }) => {
      const error = member(answer.json, "error");
      if (!ownErrors(answer) || call.open || typeof error !== "string") return undefined;
      return expects(
        TOKEN_ERRORS.some((one) => one === error),
        `one of ${TOKEN_ERRORS.join(", ")}`,
        preview(error, 60),
      );
    },
  }),
  named("TOKEN-ERROR-UNSUPPORTED-GRANT-TYPE", "grant_type=password", "unsupported_grant_type"),
  named("TOKEN-ERROR-INVALID-REQUEST", "no grant_type", "invalid_request"),
  named("TOKEN-ERROR-INVALID-CLIENT", "a wrong secret", "invalid_client"),
  watch({
    id: "TOKEN-STATUS-SET",
    level: "MUST",
    basis: "stated",
    text: "The token endpoint answers 200, 400, 401, 403, 429, 500 or 503.",
    section: ERRORS,
    on: token,
    examine: ({ answer, call }) =>
      call.open
        ? undefined
        : expects(TOKEN_STATUSES.includes(answer.status), `one of ${TOKEN_STATUSES.join(", ")}`, String(answer.status)),
  }),
  watch({
    id: "TOKEN-RETRY-AFTER",
    level: "MUST",
    basis: "stated",
    text: "429 and 503 of the token endpoint carry Retry-After, in seconds or as a date.",
    section: ERRORS,
    on: token,
    shownBy: ["TOKEN-RATE-LIMIT"],
    examine: ({ answer }) => {
      if (answer.status !== 429 && answer.status !== 503) return undefined;
      const value = headerValue(answer.headers, "retry-after");
      return expects(
        retryAfterMilliseconds(value, Date.now()) !== undefined,
        `Retry-After with ${answer.status}`,
        value === undefined ? "no Retry-After" : `Retry-After ${JSON.stringify(value.slice(0, 60))}`,
      );
    },
  }),
  probe({
    id: "AUTH-SA-IP-LIST",
    level: "MUST",
    basis: "stated",
    text: "A service account whose IP access list leaves out the caller gets access_denied.",
    section: "Authentication",
    needs: [credential("blockedServiceAccount")],
    mock: LOOSE,
    stage: "quota",
    on: token,
    cases: (context) => [
      {
        name: "a service account that may not call from here",
        requests: 1,
        ask: async (ask) => {
          const exchange = await ask(asked(context, { who: "blockedServiceAccount" }));
          return isToken(exchange)
            ? broken("error access_denied", "200 with a token")
            : saysError(jsonOf(exchange), "access_denied");
        },
      },
    ],
  }),
  story({
    id: "TOKEN-RATE-LIMIT",
    level: "MUST",
    basis: "stated",
    text: "Beyond ten requests in a minute the token endpoint answers rate_limited with Retry-After, and not before.",
    section: "Limits",
    needs,
    mock: "it counts nothing",
    stage: "quota",
    risk: "quota",
    lane: "token",
    on: token,
    requests: 21,
    tell: async (told) => {
      const { count, windowMilliseconds } = LIMITS.tokenRequests;
      await told.pass(windowMilliseconds + 1_000);
      for (let number = 1; number <= count; number += 1) {
        const exchange = await told.ask("issueServiceToken", { body: GOOD, keepLimit: true });
        if (notServed(exchange)) return told.cannot("nothing is served at the token endpoint's address");
        told.must(!isLimited(exchange), `request ${number} of a fresh minute within the limit`, received(exchange));
      }
      // A little more than the limit: a window may just have begun anew.
      for (let number = count + 1; number <= 2 * count; number += 1) {
        const exchange = await told.ask("issueServiceToken", { body: GOOD, keepLimit: true });
        if (!isLimited(exchange)) continue;
        const said = member(jsonOf(exchange), "error");
        told.must(
          typeof said !== "string" || said === "rate_limited",
          "error rate_limited",
          `error ${preview(said, 60)}`,
        );
        const wait = answered(exchange)
          ? retryAfterMilliseconds(headerValue(exchange.response.headers, "retry-after"), Date.now())
          : undefined;
        told.must(wait !== undefined, "Retry-After with rate_limited", "none");
        return holds;
      }
      return broken(`rate_limited within ${2 * count} requests in a minute`, "no request was limited");
    },
  }),
  story({
    id: "TOKEN-RATE-RECOVERS",
    level: "SHOULD",
    basis: "derived:D2",
    text: "After the time that Retry-After names, a token request succeeds again, even when others were refused meanwhile.",
    section: ERRORS,
    needs,
    mock: "it counts nothing",
    stage: "quota",
    risk: "quota",
    lane: "token",
    on: token,
    requests: 22,
    tell: async (told) => {
      const { count } = LIMITS.tokenRequests;
      for (let number = 1; number <= 2 * count; number += 1) {
        const exchange = await told.ask("issueServiceToken", { body: GOOD, keepLimit: true });
        if (!isLimited(exchange) || !answered(exchange)) continue;
        const wait =
          retryAfterMilliseconds(headerValue(exchange.response.headers, "retry-after"), Date.now()) ?? 60_000;
        await told.pass(Math.min(wait, 70_000) / 2);
        await told.ask("issueServiceToken", { body: GOOD, keepLimit: true });
        await told.pass(Math.min(wait, 70_000) / 2 + 1_000);
        const again = await told.ask("issueServiceToken", { body: GOOD, keepLimit: true });
        return expects(isToken(again), "200 after the time that Retry-After named", received(again));
      }
      return told.cannot("the limit was not met");
    },
  }),
  silent({
    id: "TOKEN-ERROR-STATUS-PAIRING",
    level: "UNSPECIFIED",
    text: "Which error goes with which status is not given.",
    section: ERRORS,
    on: token,
    notice: ({ answer }) => {
      const error = member(answer.json, "error");
      return answer.status >= 400
        ? `${answer.status} ${typeof error === "string" ? error.slice(0, 40) : "without an error word"}`
        : undefined;
    },
  }),
  silent({
    id: "TOKEN-OTHER-RATE-LIMITS",
    level: "UNSPECIFIED",
    text: "Quotas of all other operations are not given: a 429 there is no fault, and Retry-After is obeyed.",
    section: "Limits",
    on: (subject) => !token(subject),
    notice: ({ answer }) =>
      answer.status === 429
        ? `429 ${headerValue(answer.headers, "retry-after") === undefined ? "without" : "with"} Retry-After`
        : undefined,
  }),
  silent({
    id: "TOKEN-CACHE",
    level: "UNSPECIFIED",
    text: "Cache headers of token answers are not given.",
    section: SECTION,
    on: token,
    notice: ({ answer }) => `Cache-Control ${headerValue(answer.headers, "cache-control")?.slice(0, 60) ?? "not sent"}`,
  }),
  silent({
    id: "TOKEN-METHODS",
    level: "UNSPECIFIED",
    text: "Methods other than POST are not described at the token endpoint.",
    section: SECTION,
    needs,
    on: token,
    cases: (context) => [notes(context, "GET", { method: "GET" })],
  }),
  silent({
    id: "AUTH-TOKEN-REQUIRED-SA",
    level: "UNSPECIFIED",
    text: "In which header a service account presents its token is not given; Authorization with the profile's scheme word is tried.",
    section: "Authentication",
    needs,
    mock: LOOSE,
    on: token,
    cases: (context) => [
      {
        name: `Authorization: ${context.contract.profile.tokenScheme} <token>`,
        requests: 2,
        ask: async (ask) => {
          const value = member(jsonOf(await ask(asked(context, {}))), "access_token");
          if (typeof value !== "string") return { kind: "observed", note: "no token was to be had" };
          const names = context.contract.operation("listMatcherFieldNames");
          const version = names.routes[0]?.version ?? "2";
          const exchange = await ask({
            operation: "listMatcherFieldNames",
            version,
            who: { header: `${context.contract.profile.tokenScheme} ${value}` },
            open: true,
          });
          return { kind: "observed", note: brief(exchange) };
        },
      },
    ],
  }),
];
