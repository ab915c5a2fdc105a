// The front's own digest authentication: it sends challenges and verifies digests itself, and signs requests for the
// server behind it.
import { createHash } from "node:crypto";
import { digestOf } from "../../defects/answers.mjs";
import { isChallenged, nonceOf } from "../../defects/fourth/helpers.mjs";
import { withHeader } from "../../defects/second/helpers.mjs";
import { withoutCredentials } from "../../defects/third/helpers.mjs";
import { isMain, withHeaders, withMore } from "../helpers.mjs";

const NAME = /^PLUMBLINE_(.*)PUBLIC_KEY$/;
const HASHES = { MD5: "md5", "SHA-256": "sha256" };

/** The private half of every key that the server knows. */
const secretsIn = (environment) =>
  new Map(
    Object.entries(environment)
      .filter(([name]) => NAME.test(name))
      .map(([name, username]) => [username, environment[name.replace(/PUBLIC_KEY$/, "PRIVATE_KEY")]]),
  );

const hashed = (algorithm, ...parts) =>
  createHash(HASHES[algorithm])
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest("hex");

function responseFor({ method, body }, { username, realm, uri, nonce, nc, cnonce, qop }, password, algorithm = "MD5") {
  const entity = qop === "auth-int" ? `:${hashed(algorithm, body)}` : "";
  const [first, last] = [
    hashed(algorithm, `${username}:${realm}:${password}`),
    hashed(algorithm, `${method}:${uri}${entity}`),
  ];
  return hashed(algorithm, `${first}:${nonce}:${nc}:${cnonce}:${qop}:${last}`);
}

/** Signs requests for the server behind the front. Requests a new nonce when it needs one. */
function signer(secrets) {
  let nonce;
  let count = 0;
  const signed = (request, username) => {
    count += 1;
    const said = { username, realm: nonce.realm, uri: request.target, nonce: nonce.text, cnonce: "f0", qop: "auth" };
    const fields = { ...said, nc: count.toString(16).padStart(8, "0") };
    const { qop, nc, ...texts } = { ...fields, response: responseFor(request, fields, secrets.get(username)) };
    const quoted = Object.entries(texts).map(([name, text]) => `${name}="${text}"`);
    return withHeader(request, "authorization", `Digest ${quoted.join(", ")}, qop=${qop}, nc=${nc}, algorithm=MD5`);
  };
  return async (request, username, pass) => {
    for (let tries = 0; ; tries += 1) {
      if (nonce === undefined) {
        const answer = await pass(withoutCredentials({ ...request, body: Buffer.of() }));
        const [, text = ""] = answer.rawHeaders.find(([name]) => /^www-authenticate$/i.test(name)) ?? [];
        nonce = { text: nonceOf(answer), realm: /realm="([^"]*)"/.exec(text)?.[1] };
        count = 0;
      }
      const answer = await pass(signed(request, username));
      if (!isChallenged(answer) || tries === 2) return answer;
      nonce = undefined;
    }
  };
}

/**
 * `make` returns a new nonce, `isStale` tells whether one has expired, `write` receives the data of a challenge and
 * returns one or several headers. Requests that are not completely right are passed to the server, which refuses them.
 */
export const ownDigest =
  ({ realm, make, write, isStale = () => false, algorithms = ["MD5"], qops = ["auth"], isShown = () => true }) =>
  ({ environment, shows }) => {
    const secrets = secretsIn(environment);
    const issued = new Map();
    const carryOn = signer(secrets);
    const challenged = (request, answer, stale) => {
      const nonce = make();
      issued.set(nonce, { at: Date.now(), path: request.path, seen: new Set() });
      const bare = withHeaders(answer, (name, value) => (/^www-authenticate$/i.test(name) ? [] : [[name, value]]));
      return withMore(bare, ...write({ realm, nonce, stale }).map((text) => ["WWW-Authenticate", text]));
    };
    const rightUse = (request, said) => {
      const use = issued.get(said.nonce);
      const algorithm = (said.algorithm ?? "MD5").toUpperCase();
      const isMeant =
        use !== undefined && said.realm === realm && said.uri === request.target && qops.includes(said.qop);
      if (!isMeant || !algorithms.includes(algorithm) || !secrets.has(said.username)) return undefined;
      if (!/^[0-9a-f]{8}$/i.test(said.nc ?? "") || /^0+$/.test(said.nc) || use.seen.has(said.nc)) return undefined;
      const right = responseFor(request, said, secrets.get(said.username), algorithm);
      return right === said.response ? use : undefined;
    };
    return async (request, pass) => {
      if (!isMain(request) && request.operation !== undefined) return pass(request);
      const said = digestOf(request);
      const use = said.response === undefined ? undefined : rightUse(request, said);
      if (use === undefined) {
        const answer = await pass(request);
        if (!isChallenged(answer)) return answer;
        if (isShown(said, "challenge")) shows();
        return challenged(request, answer, false);
      }
      if (isStale(use, request)) {
        if (isShown(said, "stale")) shows();
        return challenged(request, await pass(withoutCredentials(request)), true);
      }
      use.seen.add(said.nc);
      if (isShown(said, "good")) shows();
      return carryOn(request, said.username, pass);
    };
  };
