// The freedom that RFC 7616 gives to a server in its challenges.
import { randomBytes } from "node:crypto";
import { ownDigest } from "./own-digest.mjs";

const REALM = "Cluster Management API";
const make = () => randomBytes(18).toString("base64url");
const plain = ({ realm, nonce, stale }) => [
  `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop=auth, stale=${stale}`,
];
const whenStale = (_said, what) => what === "stale";

const once = ownDigest({ realm: REALM, make, write: plain, isStale: ({ seen }) => seen.size > 0, isShown: whenStale });

const ofOnePath = ownDigest({
  realm: REALM,
  make,
  write: plain,
  isStale: ({ path }, request) => path !== request.path,
  isShown: whenStale,
});

const LIFE = 1_500;
const shortLived = ownDigest({
  realm: REALM,
  make,
  write: plain,
  isStale: ({ at }) => Date.now() > at + LIFE,
  isShown: whenStale,
});

/** All characters that a quoted string may contain, except quotes and backslashes. */
const oddLetters = ownDigest({
  realm: "zone 4, realm=north; 'a' <b>, qop=none: {c} == d",
  make: () =>
    `${randomBytes(540).toString("base64")} , stale=true; nonce=x:/?&%22=${randomBytes(9).toString("base64")}==`,
  write: ({ realm, nonce, stale }) => [
    `Digest nonce="${nonce}", realm="${realm}", qop=auth, opaque="", algorithm=MD5, stale=${stale}`,
  ],
});

const twoAlgorithms = ownDigest({
  realm: REALM,
  make,
  algorithms: ["MD5", "SHA-256"],
  write: ({ realm, nonce, stale }) => [
    `Digest realm="${realm}", nonce="${nonce}", algorithm=SHA-256, qop=auth, stale=${stale}`,
    `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop=auth, stale=${stale}`,
  ],
});

const withIntegrity = ownDigest({
  realm: REALM,
  make,
  qops: ["auth", "auth-int"],
  write: ({ realm, nonce, stale }) => [
    `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth-int,x-sealed , auth", stale=${stale}`,
  ],
});

export const digests = [
  {
    id: "nonce-good-once",
    twist: "A nonce is good for one request; a right digest with one that was used is told that it is stale.",
    legal:
      "Errors 2 shows a challenge and no life of its nonce; RFC 7616 3.3 and 5.12: one-time nonces, and `stale=true` for a right digest.",
    lie: once,
  },
  {
    id: "nonce-of-one-path",
    twist: "A nonce is good for the path that it was given for; at another it is stale.",
    legal: "RFC 7616 3.3: how a nonce is made is up to the server, and it may hang on the resource.",
    lie: ofOnePath,
  },
  {
    id: "nonce-of-a-second-and-a-half",
    twist: "A nonce is stale after one and a half seconds.",
    legal: "The description gives nonces no life; RFC 7616 3.3 and 3.5 leave it to the server.",
    lie: shortLived,
  },
  {
    id: "nonce-and-realm-of-odd-letters",
    twist:
      "Nonces have 700 letters with commas, blanks, `=` and `stale=true` in them, and so has the realm; `opaque` is empty.",
    legal: "Errors 2: `<realm>` and `<nonce>` stand for any; RFC 9110 5.6.4: a quoted text holds all of these.",
    lie: oddLetters,
  },
  {
    id: "sha-256-beside-md5",
    twist: "A challenge for SHA-256 stands before that for MD5, and both digests are taken.",
    legal:
      "Errors 2: the challenge with MD5 is there; RFC 7616 3.7: one header for each algorithm, the best one first.",
    lie: twoAlgorithms,
  },
  {
    id: "auth-int-beside-auth",
    twist: "`qop` is a list of `auth-int`, a word of the server's own, and `auth`; the first and the last are taken.",
    legal: "Errors 2: `auth` is offered; RFC 7616 3.3: `qop` is a list, and what a client does not know it ignores.",
    lie: withIntegrity,
  },
];
