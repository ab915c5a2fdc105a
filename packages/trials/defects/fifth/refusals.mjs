// The content of refusals.
import { STATUS_CODES } from "node:http";
import { contentOf, withContent } from "../answers.mjs";

const statusOfBody =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "createSearchIndex" || answer.status !== 409) return answer;
    shows();
    return withContent(answer, { ...contentOf(answer), error: 400, reason: STATUS_CODES[400] });
  };

/** One filter checks the credentials for the whole service. */
const standardAtToken =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || answer.status !== 401) return answer;
    shows();
    const detail = "The client id or the secret is wrong.";
    return withContent(answer, { detail, error: 401, errorCode: "UNAUTHORIZED", reason: STATUS_CODES[401] });
  };

export const refusals = [
  {
    id: "conflict-says-bad-request",
    words: "Errors 1: `{detail, error: integer (HTTP status), errorCode, reason}`",
    wrong: "A search index whose name is taken is refused with 409, and the body says 400.",
    lie: statusOfBody,
  },
  {
    id: "token-refusal-in-standard-form",
    words: "Errors 3: token endpoint error body: `{error: string, error_description: string}`",
    wrong: "Wrong credentials at the token endpoint are answered with the standard error body.",
    lie: standardAtToken,
  },
];
