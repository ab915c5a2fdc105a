// Tokens of a service account.
import { accepted, contentOf } from "../../defects/answers.mjs";
import { bearerOf, isChallenged } from "../../defects/fourth/helpers.mjs";
import { basicOf } from "../../defects/second/helpers.mjs";
import { withoutCredentials } from "../../defects/third/helpers.mjs";
import { isMain, withSame } from "../helpers.mjs";

const isIssued = ({ operation }, answer) => operation === "issueServiceToken" && accepted(answer);

/** Returns the same token with its remaining lifetime, until it has nearly expired. */
const NEARLY = 5;
const kept = ({ shows }) => {
  const known = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!isIssued(request, answer)) return answer;
    const [client] = basicOf(request);
    const content = contentOf(answer);
    const old = known.get(client);
    const left = old === undefined ? 0 : Math.floor((old.until - Date.now()) / 1_000);
    if (left <= NEARLY) {
      known.set(client, { content, until: Date.now() + content.expires_in * 1_000 });
      return answer;
    }
    shows();
    return withSame(answer, { ...old.content, expires_in: left });
  };
};

const SECONDS = 8;
const short = ({ shows }) => {
  const until = new Map();
  return async (request, pass) => {
    const end = until.get(bearerOf(request));
    if (end !== undefined && end < Date.now()) return pass(withoutCredentials(request));
    const answer = await pass(request);
    if (!isIssued(request, answer)) return answer;
    const content = contentOf(answer);
    // The token stays valid for a little longer than stated.
    until.set(content.access_token, Date.now() + SECONDS * 1_000 + 500);
    shows();
    return withSame(answer, { ...content, expires_in: SECONDS });
  };
};

const WHY = 'Bearer realm="tokens", error="invalid_token", error_description="Unknown, revoked or expired, ask anew"';
const toldWhy =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!isMain(request) || bearerOf(request) === undefined || !isChallenged(answer)) return answer;
    shows();
    return { ...answer, rawHeaders: [["WWW-Authenticate", WHY], ...answer.rawHeaders] };
  };

export const tokens = [
  {
    id: "same-token-while-it-is-good",
    twist: "Whoever asks again is given the same token, with the seconds that it has left.",
    legal: "Service account token: `expires_in` are the seconds that it is valid; nothing says that each is a new one.",
    lie: kept,
  },
  {
    id: "tokens-of-eight-seconds",
    twist: "Tokens are good for eight seconds, and say so.",
    legal: "Service account token: `expires_in` is an integer, and no life of a token is stated.",
    lie: short,
  },
  {
    id: "wrong-token-told-why",
    twist: "A token that is not good is answered with a challenge for `Bearer` that says why, before that for Digest.",
    legal: "Errors 2 is about answers to Digest, and its challenge is there; RFC 6750 3 and RFC 9110 11.6.1.",
    lie: toldWhy,
  },
];
