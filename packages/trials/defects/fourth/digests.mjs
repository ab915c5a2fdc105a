// Challenges and digests.
import { digestOf, headerOf } from "../answers.mjs";
import { isSecond, isSignedBy } from "../second/helpers.mjs";
import { challengeOf, disbelieves, isChallenged, nonceOf, withChallenge } from "./helpers.mjs";

const WRITES = ["POST", "PUT", "PATCH", "DELETE"];

const noQopOnWrites =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = WRITES.includes(request.method) && headerOf(request, "authorization") === undefined;
    if (!isAsked || !isChallenged(answer) || !/, *qop=/.test(challengeOf(answer))) return answer;
    shows();
    return withChallenge(answer, (text) => text.replace(/, *qop="?[^",]*"?/, ""));
  };

const noAlgorithmAfterWrongKey =
  ({ key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isWrong = digestOf(request).username === key.username && !isSignedBy(request, key);
    if (!isWrong || !isSecond(request) || !/, *algorithm=/.test(challengeOf(answer))) return answer;
    shows();
    return withChallenge(answer, (text) => text.replace(/, *algorithm="?[^",]*"?/, ""));
  };

const bodiesOffered = ({ shows }) => {
  const given = new Set();
  return async (request, pass) => {
    const { nonce } = digestOf(request);
    const isUnknown = nonce !== undefined && !given.has(nonce);
    const answer = await pass(request);
    if (!isChallenged(answer)) return answer;
    given.add(nonceOf(answer));
    if (!isUnknown || !/qop=/.test(challengeOf(answer))) return answer;
    shows();
    return withChallenge(answer, (text) => text.replace(/qop="?auth"?/, 'qop="auth,auth-int"'));
  };
};

/** The nonce in the refusal of a wrong digest is sent but not stored. */
const nonceNotKept = (server) => {
  const lost = new Set();
  const refuse = disbelieves((request, { nonce }) => lost.has(nonce) && isSignedBy(request, server.key))(server);
  return async (request, pass) => {
    const answer = await refuse(request, pass);
    const isWrong = digestOf(request).username === server.key.username && !isSignedBy(request, server.key);
    if (isWrong && isChallenged(answer)) lost.add(nonceOf(answer));
    return answer;
  };
};

const commaInCnonce = disbelieves((_request, { cnonce }) => cnonce?.includes(","));
const lowerCaseScheme = disbelieves((request) => headerOf(request, "authorization").startsWith("digest "));
const lowerCaseHex = disbelieves((_request, { uri }) => /%([a-f][0-9a-fA-F]|[0-9A-F][a-f])/.test(uri));
const decimalCount = disbelieves((_request, { nc = "" }) => /[a-f]/i.test(nc));

export const digests = [
  {
    id: "no-qop-on-writes",
    words: "Errors 2: `WWW-Authenticate: Digest ..., qop=auth, ...`",
    wrong: "The challenge to a write without credentials has no `qop`.",
    lie: noQopOnWrites,
  },
  {
    id: "no-algorithm-after-wrong-key",
    words: "Errors 2: `WWW-Authenticate: Digest ..., algorithm=MD5, ...`",
    wrong: "In version 2 the challenge to a digest with a wrong private key has no `algorithm`.",
    lie: noAlgorithmAfterWrongKey,
  },
  {
    id: "bodies-offered-for-unknown-nonce",
    words: "Errors 2: `qop=auth`",
    wrong: "The challenge to a digest with a nonce that was never given offers `auth-int` as well.",
    lie: bodiesOffered,
  },
  {
    id: "nonce-of-refusal-not-kept",
    words: "Errors 2: a 401 carries `nonce=<nonce>`; Authentication 1",
    wrong: "A right digest with the nonce that came with the refusal of a wrong one is refused.",
    lie: nonceNotKept,
  },
  {
    id: "comma-in-cnonce-refused",
    words: "Authentication 1: HTTP Digest authentication (`cnonce` is a quoted text)",
    wrong: "A right digest is refused when its `cnonce` holds a comma.",
    lie: commaInCnonce,
  },
  {
    id: "lower-case-scheme-refused",
    words: "Authentication 1: HTTP Digest authentication (the name of a scheme has no case)",
    wrong: "A right digest is refused when its scheme is written `digest`.",
    lie: lowerCaseScheme,
  },
  {
    id: "lower-case-hex-refused",
    words: "Authentication 1: HTTP Digest authentication (the digest covers the uri as it was sent)",
    wrong: "A right digest is refused when its address has a percent-encoding in lower case.",
    lie: lowerCaseHex,
  },
  {
    id: "count-read-as-decimal",
    words: "Authentication 1: HTTP Digest authentication (`nc` is a hexadecimal count)",
    wrong: "The nonce count is read as a decimal number: the tenth request with a nonce is refused.",
    lie: decimalCount,
  },
];
