// Credentials, envelopes and error bodies.
import { accepted, contentOf, headerOf, withContent } from "../answers.mjs";
import { tells } from "../asking.mjs";
import { bearerOf, forbidden, isChallenged } from "../fourth/helpers.mjs";
import { flag, isFirst, withoutHeader } from "../second/helpers.mjs";
import { withoutCredentials } from "../third/helpers.mjs";

/** The envelope contains only the status and the body; other parts of the answer are lost. */
const envelopeAlone =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.method === "GET" && flag(request, "envelope");
    if (!isAsked || !isChallenged(answer) || headerOf(request, "authorization") !== undefined) return answer;
    shows();
    return withoutHeader(answer, /^www-authenticate$/i);
  };

/** Only the second version knows tokens. */
const tokenInSecondOnly =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.method === "GET" && isFirst(request) && bearerOf(request) !== undefined;
    if (!isAsked || !accepted(answer)) return answer;
    shows();
    return pass(withoutCredentials(request));
  };

const withoutReason =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (answer.status !== 403 || request.method === "GET") return answer;
    const { reason, ...error } = Object(contentOf(answer));
    if (reason === undefined || error.errorCode !== forbidden.errorCode) return answer;
    shows();
    return withContent(answer, error);
  };

const uncounted = ({ shows }) =>
  tells(
    ["listClusters"],
    ({ totalCount, ...content }, request) =>
      flag(request, "envelope") && totalCount !== undefined ? content : undefined,
    shows,
  );

export const callers = [
  {
    id: "no-challenge-in-envelope",
    words: "Errors 2: a 401 response to Digest authentication carries `WWW-Authenticate: Digest`",
    wrong: "A read without credentials that asks for an envelope is refused without a challenge.",
    lie: envelopeAlone,
  },
  {
    id: "token-unknown-in-first-version",
    words: "Authentication 3: the token is then required on API requests for service accounts",
    wrong: "In version 1.0 reads with a valid token are refused.",
    lie: tokenInSecondOnly,
  },
  {
    id: "role-refusal-without-reason",
    words: "Errors 1: standard error body: `{detail, error, errorCode, reason}`",
    wrong: "A write that is refused for the role of the caller has an error without `reason`.",
    lie: withoutReason,
  },
  {
    id: "no-count-in-envelope",
    words: "Conventions: `includeCount`: default true; paged list response `{results, totalCount}`",
    wrong: "In an envelope the clusters of a project are listed without `totalCount`.",
    lie: uncounted,
  },
];
