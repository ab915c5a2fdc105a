// Credentials, tokens and the interpretation of requests.
import { createHash, randomBytes } from "node:crypto";
import { accepted, acceptOf, contentOf, digestOf, versionOf } from "../defects/answers.mjs";
import { answeredBy, ask } from "../defects/asking.mjs";
import { bearerOf, isChallenged, nonceOf, withChallenge } from "../defects/fourth/helpers.mjs";
import { isSignedBy, withHeader } from "../defects/second/helpers.mjs";
import { withoutCredentials } from "../defects/third/helpers.mjs";
import { operations } from "../safety/interface.mjs";
import { everyNth, isMain, withHeaders, withMore, withSame } from "./helpers.mjs";

const CHALLENGE = /^www-authenticate$/i;
const fieldOf = (challenge, name) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? "";

const challenges =
  (change) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!isMain(request) || !isChallenged(answer)) return answer;
    shows();
    return change(answer);
  };

const otherOrder = challenges((answer) =>
  withChallenge(answer, (text) => {
    const [nonce, realm] = [fieldOf(text, "nonce"), fieldOf(text, "realm")];
    const opaque = "5ccc069c403ebaf9f0171e9517f40e41";
    return `digest stale=false,qop="auth",opaque="${opaque}", charset=UTF-8 , userhash=false, nonce="${nonce}",algorithm=MD5, realm="${realm}"`;
  }),
);

const quotedCommas = challenges((answer) =>
  withChallenge(answer, (text) => {
    const [nonce, realm] = [fieldOf(text, "nonce"), fieldOf(text, "realm")];
    const domain = "/api/product/v1.0,nonce=0 /api/product/v2,qop=none";
    const hint = 'a text, with nonce=\\"no\\", realm=\\"no\\" and stale=true';
    return `Digest domain="${domain}", hint="${hint}", realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth", stale=false`;
  }),
);

const BEARER = 'Bearer realm="service accounts", scope="projects, organizations"';
const bearerFirst = challenges((answer) =>
  withHeaders(answer, (name, value) =>
    CHALLENGE.test(name)
      ? [
          [name, BEARER],
          [name, value],
        ]
      : [[name, value]],
  ),
);
const oneLine = challenges((answer) => withChallenge(answer, (text) => `${text}, ${BEARER}`));

const md5 = (...parts) => createHash("md5").update(parts.join(":")).digest("hex");

/** The server's proof that it knows the key, for one request. */
function proofOf(request, { username, password }) {
  const { realm, nonce, uri, nc, cnonce, qop } = digestOf(request);
  const rspauth = md5(md5(username, realm, password), nonce, nc, cnonce, qop, md5("", uri));
  return `qop=${qop}, rspauth="${rspauth}", cnonce="${cnonce}", nc=${nc}`;
}

/** The next nonce to use; the old one is still accepted. */
const nextNonce = ({ key, shows }) => {
  const isDue = everyNth(4);
  return async (request, pass) => {
    const answer = await pass(request);
    if (!isMain(request) || !isSignedBy(request, key) || !accepted(answer) || !isDue()) return answer;
    const nonce = nonceOf(await pass(withoutCredentials({ ...request, body: Buffer.of() })));
    if (nonce === undefined) return answer;
    shows();
    return withMore(answer, ["Authentication-Info", `nextnonce="${nonce}", ${proofOf(request, key)}`]);
  };
};

/** Uses all characters that a token may contain. */
const longTokens = ({ shows }) => {
  const known = new Map();
  return async (request, pass) => {
    const bearer = bearerOf(request);
    const own = known.get(bearer);
    const answer = await pass(own === undefined ? request : withHeader(request, "authorization", `Bearer ${own}`));
    if (request.operation !== "issueServiceToken" || !accepted(answer)) return answer;
    const content = contentOf(answer);
    const token = `~-._+/${randomBytes(1_501).toString("base64")}`;
    known.set(token, content.access_token);
    shows();
    return withSame(answer, {
      scope: "projects:read projects:write",
      refresh_expires_in: 0,
      ...content,
      access_token: token,
    });
  };
};

const typesOf = new Map(
  operations.flatMap(({ id, routes }) => routes.map((one) => [`${id} ${one.version}`, one.accept])),
);

/** Serves any requested media type. */
const anyAccept =
  ({ shows }) =>
  async (request, pass) => {
    const accept = typesOf.get(`${request.operation} ${versionOf(request)}`);
    if (!isMain(request) || accept === undefined || acceptOf(request) === accept) return pass(request);
    shows();
    return pass(withHeader(request, "accept", accept));
  };

/** Ignores case in names of clusters, which differ in more than case. */
const anyCase =
  ({ caller, key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const { groupId, clusterName } = request.values ?? {};
    if (answer.status !== 404 || clusterName === undefined || !isSignedBy(request, key)) return answer;
    const { json } = await ask(caller, "listClusters", { groupId });
    const named = (json?.results ?? []).find(({ name }) => name.toLowerCase() === clusterName.toLowerCase());
    if (named === undefined || named.name === clusterName) return answer;
    shows();
    const target = request.target.replace(`/${clusterName}`, `/${named.name}`);
    return answeredBy(caller, request, answer, target);
  };

export const callers = [
  {
    id: "challenge-in-another-order",
    twist: "The challenge is in another order, with `opaque`, `charset` and `userhash`, and with odd blanks.",
    legal:
      "Errors 2 names the fields; RFC 9110 11.2: no order, no case of scheme and names; RFC 7616 3.3: more fields.",
    lie: otherOrder,
  },
  {
    id: "challenge-with-quoted-commas",
    twist: "A `domain` and an unknown field of the challenge hold commas, quotes and `nonce=` within their quotes.",
    legal: "RFC 9110 5.6.4 and 11.2: anything may be quoted; RFC 7616 3.3: `domain`, and unknown fields are ignored.",
    lie: quotedCommas,
  },
  {
    id: "another-scheme-first",
    twist: "A 401 carries a challenge for `Bearer`, and then that for Digest in a header of its own.",
    legal: "Errors 2 holds; Authentication 3: there are tokens; RFC 9110 11.6.1: several challenges.",
    lie: bearerFirst,
  },
  {
    id: "two-schemes-in-one-header",
    twist: "A challenge for `Bearer` follows that for Digest in the same header.",
    legal: "RFC 9110 11.6.1: the header is a list of challenges, and a client has to read them with care.",
    lie: oneLine,
  },
  {
    id: "next-nonce-told",
    twist:
      "Every fourth answer names the next nonce in `Authentication-Info`, with a proof; the old one is still good.",
    legal: "RFC 7616 3.5: a server may send `nextnonce` with a success.",
    lie: nextNonce,
  },
  {
    id: "long-opaque-tokens",
    twist: "Tokens have two thousand letters of all kinds, and `scope` and another member stand beside them.",
    legal:
      "Service account token: a string; RFC 6750 2.1 gives its letters; RFC 6749 5.1: `scope`, and more is ignored.",
    lie: longTokens,
  },
  {
    id: "accept-disregarded",
    twist: "Whatever `Accept` says, the answer has the one type that the version has.",
    legal: "Versioning says what a client sends, not what else is refused; RFC 9110 12.5.1: a server may disregard it.",
    lie: anyAccept,
  },
  {
    id: "cluster-names-without-case",
    twist: "A cluster is found under its name in other capitals, too.",
    legal: "Conventions gives the letters of a name and is silent about their case when it is looked for.",
    lie: anyCase,
  },
];
