// Helpers for several of these defects.
import { STATUS_CODES } from "node:http";
import { digestOf, headerOf, withStatus } from "../answers.mjs";
import { hasHeader, isSignedBy } from "../second/helpers.mjs";
import { withoutCredentials } from "../third/helpers.mjs";

const CHALLENGE = /^www-authenticate$/i;
const TYPE = /^content-type$/i;
const BEARER = /^bearer +/i;

/** The bearer token of a request, if any. */
export function bearerOf(request) {
  const text = headerOf(request, "authorization") ?? "";
  return BEARER.test(text) ? text.replace(BEARER, "") : undefined;
}

/** Replaces an answer with a standard error. */
export function failedWith(request, answer, { status, errorCode, detail }) {
  const kept = answer.rawHeaders.filter(([name]) => !CHALLENGE.test(name) && !TYPE.test(name));
  const rawHeaders = [...kept, ["Content-Type", "application/json"]];
  const error = { detail, error: status, errorCode, reason: STATUS_CODES[status] };
  return withStatus(request, { ...answer, rawHeaders }, status, error);
}

export const forbidden = {
  status: 403,
  errorCode: "ACCESS_FORBIDDEN",
  detail: "The caller has none of the roles that this operation needs.",
};

export const challengeOf = ({ rawHeaders }) => rawHeaders.find(([name]) => CHALLENGE.test(name))?.[1] ?? "";
export const nonceOf = (answer) => /nonce="?([^",]*)"?/.exec(challengeOf(answer))?.[1];

export const withChallenge = (answer, change) => ({
  ...answer,
  rawHeaders: answer.rawHeaders.map(([name, text]) => [name, CHALLENGE.test(name) ? change(text) : text]),
});

export const isChallenged = (answer) => answer.status === 401 && hasHeader(answer, CHALLENGE);

/** Refuses those valid digests that `isRefused` selects. */
export const disbelieves =
  (isRefused) =>
  ({ key, shows }) =>
  async (request, pass) => {
    if (digestOf(request).response === undefined || !isRefused(request, digestOf(request))) return pass(request);
    const answer = await pass(withoutCredentials(request));
    if (answer.status === 401 && isSignedBy(request, key)) shows();
    return answer;
  };
