import { TOKEN_ERRORS, TOKEN_STATUSES } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { jsonOf } from "../../ground/answers.ts";
import type { Call } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { credential } from "../../rule/need.ts";
import { notice, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { asked, GOOD, isToken, LOOSE, token } from "./token-requests.ts";

const ERRORS = "Errors";

/** TOKEN-ERROR-SHAPE judges an error that is no text. */
const saysError = (json: unknown, error: string): Judgement => {
  const said = member(json, "error");
  return typeof said === "string"
    ? expects(said === error, `error ${error}`, `error ${quoted(said, 60)}`)
    : inconclusive("the error is no word");
};

/**
 * Whether the answer is an error of the endpoint itself. TOKEN-STATUS-SET judges other statuses, and a 503 may come
 * from a proxy.
 */
const ownErrors = (answer: { status: number }): boolean =>
  answer.status >= 400 && answer.status !== 503 && TOKEN_STATUSES.includes(answer.status);

const named = (id: string, name: keyof typeof WRONG, error: string): Requirement =>
  watch({
    id,
    level: "SHOULD",
    basis: "derived:D2",
    text: `${name[0]?.toUpperCase()}${name.slice(1)} is answered with the error ${error}: only the name of the error states the condition.`,
    section: ERRORS,
    mock: LOOSE,
    on: token,
    shownBy: ["TOKEN-BASIC-AUTH", "TOKEN-GRANT-TYPE"],
    examine: ({ answer, call }) => {
      const said = member(answer.json, "error");
      const isRefusal = ownErrors(answer) && answer.status < 429;
      if (!isRefusal || call.due === "any" || typeof said !== "string" || !WRONG[name](call)) return undefined;
      return expects(said === error, `error ${error}`, `error ${quoted(said, 60)}`);
    },
  });

/** Whether a token request is wrong in this respect and right in all others. */
const WRONG = {
  "grant_type=password": (call: Call): boolean => isOwn(call) && formOf(call).get(GRANT) === "password",
  "no grant_type": (call: Call): boolean => isOwn(call) && formOf(call).size > 0 && !formOf(call).has(GRANT),
  "a wrong secret": (call: Call): boolean =>
    call.who === "wrongClientSecret" && formOf(call).get(GRANT) === GOOD.grant_type,
};
const GRANT = "grant_type";

/** Whether the request has the credentials of the service account, which is the default. */
const isOwn = ({ who = "serviceAccount" }: Call): boolean => who === "serviceAccount";

const formOf = ({ body, rawBody }: Call): URLSearchParams =>
  new URLSearchParams(
    rawBody ?? Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)]),
  );

/** The errors of the token endpoint, which differ from those of the other operations. */
export const tokenErrors: readonly Requirement[] = [
  watch({
    id: "TOKEN-ERROR-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "An error of the token endpoint is {error, error_description}, both strings: not the standard error body.",
    section: ERRORS,
    on: token,
    shownBy: ["TOKEN-BASIC-AUTH", "TOKEN-GRANT-TYPE"],
    examine: ({ answer, call }) => {
      if (!ownErrors(answer) || call.due === "any" || call.query?.["envelope"] === "true") return undefined;
      const [error, text] = [member(answer.json, "error"), member(answer.json, "error_description")];
      return expects(
        typeof error === "string" && typeof text === "string",
        "error and error_description as strings",
        () => `error ${quoted(error, 40)}, error_description ${quoted(text, 40)}`,
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
      if (!ownErrors(answer) || call.due === "any" || typeof error !== "string") return undefined;
      return expects(
        TOKEN_ERRORS.some((one) => one === error),
        `one of ${TOKEN_ERRORS.join(", ")}`,
        quoted(error, 60),
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
      call.due === "any"
        ? undefined
        : expects(TOKEN_STATUSES.includes(answer.status), `one of ${TOKEN_STATUSES.join(", ")}`, String(answer.status)),
  }),
  notice({
    id: "TOKEN-ERROR-STATUS-PAIRING",
    level: "UNSPECIFIED",
    text: "Which error goes with which status is not given.",
    section: ERRORS,
    on: token,
    notice: ({ answer }) => {
      const error = member(answer.json, "error");
      return answer.status >= 400
        ? `${answer.status} ${typeof error === "string" ? quotedText(error, 40) : "without an error word"}`
        : undefined;
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
      asks("a service account that may not call from here", 1, async (ask) => {
        const exchange = await ask(asked(context, { who: "blockedServiceAccount" }));
        return isToken(exchange)
          ? broken("error access_denied", "200 with a token")
          : saysError(jsonOf(exchange), "access_denied");
      }),
    ],
  }),
];
