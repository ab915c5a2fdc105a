import { answered, type Exchange, headerValue } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { brief, notes } from "../../expect/cases.ts";
import { jsonOf, received, receivedMembers } from "../../ground/answers.ts";
import type { Call } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, observed, upheld } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import { insidesOf } from "../../oracles/envelope.ts";
import { type Case, type Context, notice, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { changedSecrets } from "../shared/changed-secrets.ts";
import {
  asked,
  FORMS,
  GOOD,
  isLimited,
  isToken,
  LOOSE,
  needs,
  notServed,
  REFUSALS,
  readBy,
  token,
} from "./token-requests.ts";

/** The member that every answer with a token has. */
const TOKEN = "access_token";
const SECTION = "Endpoints > Service account token";
const BODY = "Resources and their fields > Service account token";
/** The members that an answer with a token must hold; the message never quotes the token itself. */
function isWholeToken(json: unknown): Judgement {
  const [value, type, seconds] = [TOKEN, "token_type", "expires_in"].map((name) => member(json, name));
  if (typeof value !== "string" || value === "") {
    const received = value === undefined ? "none" : `a ${typeof value}`;
    return expects(false, "access_token, a non-empty string", received, "/access_token");
  }
  if (type !== "Bearer") return expects(false, "token_type Bearer", `token_type ${quoted(type, 40)}`, "/token_type");
  const given = `expires_in ${quoted(seconds, 40)}`;
  return expects(Number.isInteger(seconds), "expires_in, an integer", given, "/expires_in");
}

const LIMITED = "the token endpoint has had too many requests, however long that was waited out";

const refusal = (context: Context, name: keyof typeof REFUSALS & string): Case =>
  asks(name, 1, async (ask) => {
    const exchange = await ask(asked(context, REFUSALS[name] ?? {}));
    if (isLimited(exchange)) return inconclusive(LIMITED);
    return expects(
      answered(exchange) && exchange.response.status >= 400,
      `an error: ${name} gets no token`,
      isToken(exchange) ? "200 with a token" : received(exchange),
    );
  });

const gets = (
  context: Context,
  name: string,
  change: Partial<Call>,
  judge: (exchange: Exchange) => Judgement = () => upheld,
  more: Pick<Case, "level" | "mock"> = {},
): Case =>
  asks(
    name,
    1,
    async (ask) => {
      const exchange = await ask(asked(context, change));
      if (isToken(exchange)) return judge(exchange);
      if (isLimited(exchange)) return inconclusive(LIMITED);
      if (notServed(exchange)) return inconclusive("nothing is served at the token endpoint's address");
      return broken(`200 for ${name}`, received(exchange));
    },
    more,
  );

const indented = (context: Context): Case =>
  gets(
    context,
    "envelope=true and pretty=true",
    { query: FORMS },
    (exchange) =>
      expects(
        answered(exchange) && /\n[ \t]+\S/.test(exchange.response.body),
        "line breaks followed by indentation",
        "a body on one line",
      ),
    { mock: "it prints its document's example whatever pretty says" },
  );

const enveloped = (context: Context): Case =>
  gets(
    context,
    "envelope=true, in the same request",
    { query: FORMS },
    (exchange) => {
      const json = jsonOf(exchange);
      const isWrapped = member(json, TOKEN) === undefined && insidesOf(json, { [TOKEN]: "" }).length > 0;
      return expects(isWrapped, "an object around the plain answer", () => receivedMembers(exchange), "");
    },
    { level: "SHOULD", mock: "it answers from its document whatever envelope says" },
  );

const byToken = (context: Context): Case =>
  asks(`Authorization: ${context.contract.profile.tokenScheme} <token>`, 2, async (ask) => {
    const value = member(jsonOf(await ask(asked(context, {}))), "access_token");
    if (typeof value !== "string") return observed("no token was to be had");
    const read = readBy(context, value);
    if (read === undefined) return observed("no read is offered to use a token for");
    return observed(brief(await ask(read)));
  });

/** A token of the account must not work in place of its secret. */
const tokenForSecret = (context: Context): Case =>
  asks(
    "a token of the account in place of its secret",
    2,
    async (ask) => {
      const secret = member(jsonOf(await ask(asked(context, {}))), TOKEN);
      if (typeof secret !== "string") return inconclusive("no token was to be had");
      const exchange = await ask(asked(context, { who: { lent: "serviceAccount", secret } }));
      if (isLimited(exchange)) return inconclusive(LIMITED);
      return expects(!isToken(exchange), "an error: a token is not the secret", "200 with a token");
    },
    { mock: LOOSE },
  );

/** The rules on token requests; errors and the rate limit have files of their own. */
export const tokens: readonly Requirement[] = [
  watch({
    id: "TOKEN-SUCCESS",
    level: "MUST",
    basis: "stated",
    text: "A valid request is answered 200 with a non-empty access_token, token_type Bearer and an integer expires_in.",
    section: BODY,
    on: token,
    shownBy: ["TOKEN-BASIC-AUTH", "TOKEN-GRANT-TYPE"],
    examine: ({ answer, call }) => {
      if (!succeeded(answer) || call.due === "any" || call.query?.["envelope"] === "true") return undefined;
      return answer.status === 200 ? isWholeToken(answer.json) : broken("200", String(answer.status));
    },
  }),
  watch({
    id: "TOKEN-EXPIRES-POSITIVE",
    level: "SHOULD",
    basis: "derived:D2",
    text: "expires_in is greater than 0.",
    section: BODY,
    on: token,
    examine: ({ answer, call }) => {
      const seconds = member(answer.json, "expires_in");
      if (!succeeded(answer) || call.due === "any" || typeof seconds !== "number") return undefined;
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
      ...changedSecrets(context, "serviceAccount", { send: "once", body: GOOD }),
      tokenForSecret(context),
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
    cases: (context) => [indented(context), enveloped(context)],
  }),
  notice({
    id: "TOKEN-CACHE",
    level: "UNSPECIFIED",
    text: "Cache headers of token answers are not given.",
    section: SECTION,
    on: token,
    notice: ({ answer }) =>
      `Cache-Control ${quotedText(headerValue(answer.headers, "cache-control") ?? "not sent", 60)}`,
  }),
  observe({
    id: "TOKEN-METHODS",
    level: "UNSPECIFIED",
    text: "Methods other than POST are not described at the token endpoint.",
    section: SECTION,
    needs,
    on: token,
    cases: (context) => [notes(context, "GET", { method: "GET" })],
  }),
  observe({
    id: "AUTH-TOKEN-REQUIRED-SA",
    level: "UNSPECIFIED",
    text: "In which header a service account presents its token is not given; Authorization with the profile's scheme word is tried.",
    section: "Authentication",
    needs,
    mock: LOOSE,
    on: token,
    cases: (context) => [byToken(context)],
  }),
];
