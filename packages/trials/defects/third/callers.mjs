// The token endpoint and the digest.
import { contentOf, digestOf, headerOf } from "../answers.mjs";
import { hasHeader, isSignedBy } from "../second/helpers.mjs";

const CHALLENGE = /^www-authenticate$/i;

const withHeaders = (answer, pattern, change) => ({
  ...answer,
  rawHeaders: answer.rawHeaders.map(([name, value]) => [name, pattern.test(name) ? change(value) : value]),
});

const guessesUncounted = ({ shows }) => {
  const refusals = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    const sent = headerOf(request, "authorization");
    if (request.operation !== "issueServiceToken" || sent === undefined) return answer;
    if (contentOf(answer)?.error === "invalid_client") refusals.set(sent, answer);
    if (answer.status !== 429 || !refusals.has(sent)) return answer;
    shows();
    return refusals.get(sent);
  };
};

const inMilliseconds =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || answer.status !== 429) return answer;
    if (!hasHeader(answer, /^retry-after$/i)) return answer;
    shows();
    return withHeaders(answer, /^retry-after$/i, (seconds) => String(Number(seconds) * 1_000));
  };

const wrongIsStale =
  ({ key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isWrong = answer.status === 401 && digestOf(request).username === key.username && !isSignedBy(request, key);
    const [, challenge = ""] = answer.rawHeaders.find(([name]) => CHALLENGE.test(name)) ?? [];
    if (!isWrong || !/stale="?false/i.test(challenge)) return answer;
    shows();
    return withHeaders(answer, CHALLENGE, (text) => text.replace(/stale="?false"?/i, "stale=true"));
  };

export const callers = [
  {
    id: "wrong-secrets-uncounted",
    words: "Limits: token endpoint: 10 requests every 1 minute; beyond it `rate_limited`",
    wrong: "Requests with a wrong secret are never limited.",
    lie: guessesUncounted,
  },
  {
    id: "retry-after-in-milliseconds",
    words: "Limits: 10 requests every 1 minute, `rate_limited` with `Retry-After` (an HTTP header in seconds)",
    wrong: "`Retry-After` of a token request over the limit is stated in milliseconds.",
    lie: inMilliseconds,
  },
  {
    id: "wrong-key-called-stale",
    words: "Errors 2: a 401 carries `WWW-Authenticate: Digest ..., stale=false`",
    wrong: "A digest with a wrong private key is answered with `stale=true`, as if only its nonce were too old.",
    lie: wrongIsStale,
  },
];
