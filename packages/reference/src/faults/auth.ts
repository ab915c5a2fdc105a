import { REALM } from "../auth/digest.ts";
import { BUCKET, ID } from "./bodies.ts";
import { asksWithoutKey, signs, tampers, turnsAway } from "./digests.ts";
import { layer } from "./fault.ts";
import { oneRoleFaults, placeFaults, readOnlyCreates, readOnlyReadsPolicy } from "./permissions.ts";
import { spellingFaults } from "./spellings.ts";

const quoted = (realm: string, nonce: string) => `Digest realm="${realm}", nonce="${nonce}"`;

/** Mistakes in challenges, digests, nonces and roles. The token endpoint has its own layer. */
export const authFaults = layer("auth", [
  {
    id: "AU-01",
    text: "A caller without an Authorization header can list the alerts of a project.",
    violates: ["AUTH-DIGEST-REQUIRED"],
    change: () => ({ admitsAnonymous: ({ id }) => id === "listAlerts" }),
    probe: asksWithoutKey,
  },
  {
    id: "AU-02",
    text: "A 401 carries no challenge.",
    violates: ["AUTH-CHALLENGE-SCHEME"],
    change: () => ({ challenge: () => undefined }),
    probe: asksWithoutKey,
  },
  {
    id: "AU-03",
    text: "The challenge offers no quality of protection.",
    violates: ["AUTH-CHALLENGE-QOP", "AUTH-CHALLENGE-AGAIN"],
    change: () => ({ challenge: (realm, nonce, stale) => `${quoted(realm, nonce)}, algorithm=MD5, stale=${stale}` }),
    probe: asksWithoutKey,
  },
  {
    id: "AU-04",
    text: "The server does not verify the response of a digest: any text is accepted for a known key.",
    violates: [
      "AUTH-DIGEST-WRONG-SECRET",
      "AUTH-DIGEST-WRONG-WRITES",
      "AUTH-DIGEST-TAMPER-METHOD",
      "AUTH-DIGEST-TAMPER-RESPONSE",
    ],
    // The accepted digest uses up the nonce of other digests for the same address.
    inPassing: ["AUTH-DIGEST-WRONG-READS"],
    change: () => ({ responseMatches: () => true }),
    probe: tampers((header) => header.replace(/response="[^"]+/, 'response="x')),
  },
  {
    id: "AU-05",
    text: "A nonce that was never issued is accepted.",
    violates: ["AUTH-DIGEST-TAMPER-NONCE", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS"],
    change: ({ nonceAccepted }) => ({ nonceAccepted: (standing) => standing === "unknown" || nonceAccepted(standing) }),
    probe: ({ reference: { keys }, url, digest }) => {
      const Authorization = digest(keys.all, { realm: REALM, nonce: "made-up" }, { url: url("listAlerts") });
      return [["listAlerts", { headers: { Authorization } }]];
    },
  },
  {
    id: "AU-06",
    text: "The uri of a digest is not compared with the request target.",
    violates: [
      "AUTH-DIGEST-TAMPER-URI",
      "AUTH-DIGEST-TAMPER-URI-QUERY",
      "AUTH-DIGEST-WRONG-WRITES",
      "AUTH-DIGEST-WRONG-READS",
    ],
    change: () => ({ uriMatches: () => true }),
    probe: signs({ url: "/elsewhere" }),
  },
  readOnlyCreates,
  {
    id: "AU-12",
    text: "A digest with qop=auth-int is accepted whatever its response.",
    violates: ["AUTH-DIGEST-TAMPER-QOP-AUTHINT", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS"],
    change: ({ offered, responseMatches }) => ({
      offered: (offer) => offer.qop === "auth-int" || offered(offer),
      responseMatches: (given, expected, offer) => offer.qop === "auth-int" || responseMatches(given, expected, offer),
    }),
    probe: tampers((header) => header.replace("qop=auth", "qop=auth-int")),
  },
  {
    id: "AU-13",
    text: "A digest with algorithm=SHA-256 is accepted whatever its response.",
    violates: ["AUTH-DIGEST-TAMPER-ALG", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS"],
    change: ({ offered, responseMatches }) => ({
      offered: (offer) => offer.algorithm === "SHA-256" || offered(offer),
      responseMatches: (given, expected, offer) =>
        offer.algorithm === "SHA-256" || responseMatches(given, expected, offer),
    }),
    probe: tampers((header) => header.replace("algorithm=MD5", "algorithm=SHA-256")),
  },
  {
    id: "AU-68",
    text: "A digest with any qop is accepted if its response was computed with that qop.",
    violates: ["AUTH-DIGEST-TAMPER-QOP-AUTHINT", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS"],
    change: ({ offered }) => ({ offered: (offer) => offered({ ...offer, qop: "auth" }) }),
    probe: signs({ qop: "plumbline" }),
  },
  {
    id: "AU-14",
    text: "An unknown public key is answered with 403.",
    violates: ["AUTH-DIGEST-WRONG-USER"],
    change: () => ({ unknownKeyStatus: () => 403 }),
    probe: tampers((header) => header.replace(/username="[^"]+/, 'username="nobody')),
  },
  {
    id: "AU-67",
    text: "An Authorization header of one word is answered 500.",
    violates: ["AUTH-DIGEST-TAMPER-RESPONSE", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS", "ERR-NO-500"],
    change: ({ unreadableStatus }) => ({
      unreadableStatus: (header) => (/\s/.test(header) ? unreadableStatus(header) : 500),
    }),
    probe: tampers(() => "Digest"),
  },
  {
    id: "AU-15",
    text: "The challenge names no algorithm.",
    violates: ["AUTH-CHALLENGE-ALGORITHM", "AUTH-CHALLENGE-AGAIN"],
    change: () => ({ challenge: (realm, nonce, stale) => `${quoted(realm, nonce)}, qop="auth", stale=${stale}` }),
    probe: asksWithoutKey,
  },
  {
    id: "AU-16",
    text: "A first challenge says stale=true.",
    violates: ["AUTH-CHALLENGE-STALE", "AUTH-CHALLENGE-NOT-STALE"],
    change: ({ challenge }) => ({ challenge: (realm, nonce) => challenge(realm, nonce, true) }),
    probe: asksWithoutKey,
  },
  {
    id: "AU-17",
    text: "The challenge has an empty realm, so callers cannot compute a valid response.",
    violates: ["AUTH-CHALLENGE-REALM", "AUTH-CHALLENGE-AGAIN"],
    change: ({ challenge }) => ({ challenge: (_realm, nonce, stale) => challenge("", nonce, stale) }),
    probe: asksWithoutKey,
  },
  {
    id: "AU-81",
    text: "After one accepted digest, every request on the same connection is accepted without credentials.",
    violates: ["AUTH-DIGEST-CONNECTION"],
    inPassing: ["AUTH-DIGEST-REQUIRED", "AUTH-DIGEST-REQUIRED-WRITES"],
    change: () => ({ admitsAnonymous: ({ authentication }, isKnown) => authentication === "digest" && isKnown }),
    probe: async ({ ask, url, send }) => [...(await ask(["listAlerts"])), await send(url("listAlerts"))],
  },
  ...placeFaults,
  {
    id: "AU-23",
    text: "A caller without an Authorization header can delete an alert configuration.",
    violates: ["AUTH-DIGEST-REQUIRED-WRITES"],
    change: () => ({ admitsAnonymous: ({ id }) => id === "deleteAlertConfig" }),
    probe: async ({ url, send }) => [await send(url("deleteAlertConfig"), { method: "DELETE" })],
  },
  {
    id: "AU-24",
    text: "The challenge has an empty nonce, so callers cannot compute a valid response.",
    violates: ["AUTH-CHALLENGE-NONCE", "AUTH-CHALLENGE-AGAIN"],
    change: ({ challenge }) => ({ challenge: (realm, _nonce, stale) => challenge(realm, "", stale) }),
    probe: [["listAlerts"]],
  },
  {
    id: "AU-25",
    text: "Every digest is refused, even a correct one.",
    violates: ["AUTH-DIGEST-ACCEPT"],
    change: () => ({ responseMatches: () => false }),
    probe: [["listAlerts"]],
  },
  {
    id: "AU-26",
    text: "A digest without cnonce is accepted whatever its response.",
    violates: ["AUTH-DIGEST-TAMPER-CNONCE", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS"],
    change: ({ answersChallenge, responseMatches }) => ({
      answersChallenge: (offer, realm) => offer.cnonce === "" || answersChallenge(offer, realm),
      responseMatches: (given, expected, offer) => offer.cnonce === "" || responseMatches(given, expected, offer),
    }),
    probe: tampers((header) => header.replace(/cnonce="[^"]+", /, "")),
  },
  {
    id: "AU-27",
    text: "A digest for another realm is accepted whatever its response.",
    violates: ["AUTH-DIGEST-TAMPER-REALM", "AUTH-DIGEST-WRONG-WRITES", "AUTH-DIGEST-WRONG-READS"],
    change: ({ answersChallenge, responseMatches }) => ({
      answersChallenge: (offer, realm) => answersChallenge({ ...offer, realm }, realm),
      responseMatches: (given, expected, offer) => offer.realm !== REALM || responseMatches(given, expected, offer),
    }),
    probe: tampers((header) => header.replace(/realm="[^"]+/, 'realm="x')),
  },
  {
    id: "AU-28",
    text: "The uri of a digest may leave out the query of the request.",
    violates: ["AUTH-DIGEST-TAMPER-URI-QUERY"],
    change: ({ uriMatches }) => ({
      uriMatches: (given, target) => uriMatches(given, target) || given === target.replace(/\?.*$/, ""),
    }),
    probe: async ({ reference: { keys }, url, send, challenge, digest }) => {
      const address = url("listAlerts");
      const Authorization = digest(keys.all, await challenge(), { url: address });
      return [await send(`${address}?pretty=false`, { headers: { Authorization } })];
    },
  },
  {
    id: "AU-29",
    text: "Public keys are compared without regard to upper and lower case.",
    violates: ["AUTH-DIGEST-TAMPER-USERNAME"],
    change: () => ({
      sameKey: (given, known) => given.toLowerCase() === known.toLowerCase(),
    }),
    probe: tampers((header) =>
      header.replace(/username="[^"]+/, (name) => `username="${name.slice(10).toUpperCase()}`),
    ),
  },
  readOnlyReadsPolicy,
  {
    id: "AU-31",
    text: "A key without the required role can toggle an alert configuration, although the answer is 403.",
    violates: ["AUTH-ROLES-GATE-WRITES", "AUTH-ROLES-READ-ONLY", "REC-REFUSED"],
    change: () => ({ keepsOut: ({ id }, status) => status !== 403 || id !== "setAlertConfigEnabled" }),
    probe: [["setAlertConfigEnabled", { json: { enabled: true }, as: "noRole" }], ["getAlertConfig"]],
  },
  {
    id: "AU-32",
    text: "A key without the required role can create an export bucket, although the answer is 403.",
    violates: ["AUTH-ROLES-GATE-WRITES", "AUTH-ROLES-READ-ONLY"],
    inPassing: ["REC-REFUSED"],
    change: () => ({ keepsOut: ({ id }, status) => status !== 403 || id !== "createExportBucket" }),
    probe: [
      [
        "createExportBucket",
        {
          json: { ...BUCKET, iamRoleId: ID },
          as: "noRole",
        },
      ],
      ["listExportBuckets"],
    ],
  },
  {
    id: "AU-33",
    text: "A caller without valid credentials can acknowledge an alert, although the answer is 401.",
    violates: ["AUTH-DIGEST-REQUIRED-WRITES", "AUTH-DIGEST-WRONG-WRITES"],
    change: () => ({ keepsOut: ({ id }, status) => status !== 401 || id !== "acknowledgeAlert" }),
    probe: async ({ url, send, ask }) => {
      const body = JSON.stringify({ acknowledgementComment: "seen" });
      const headers = { "Content-Type": "application/json" };
      const refused = await send(url("acknowledgeAlert"), { method: "PATCH", headers, body });
      return [refused, ...(await ask(["getAlert"]))];
    },
  },
  {
    id: "AU-34",
    text: "A wrong private key is answered 401 without a challenge.",
    violates: ["AUTH-CHALLENGE-AGAIN"],
    change: turnsAway(() => undefined),
    probe: tampers((header) => header.replace(/response="[^"]+/, `response="${"0".repeat(32)}`)),
  },
  {
    id: "AU-70",
    text: "A wrong private key is answered with a challenge that names no algorithm.",
    violates: ["AUTH-CHALLENGE-AGAIN"],
    change: turnsAway((challenge) => challenge?.replace(/, algorithm=MD5/, "")),
    probe: tampers((header) => header.replace(/response="[^"]+/, `response="${"0".repeat(32)}`)),
  },
  {
    id: "AU-35",
    text: "The answer to a wrong private key calls the nonce stale.",
    violates: ["AUTH-CHALLENGE-NOT-STALE"],
    change: turnsAway((challenge) => challenge?.replace(/stale=false/i, "stale=true")),
    probe: tampers((header) => header.replace(/response="[^"]+/, `response="${"0".repeat(32)}`)),
  },
  {
    id: "AU-36",
    text: "For requests about auditing, any digest response is accepted for a known key.",
    violates: ["AUTH-DIGEST-WRONG-SECRET", "AUTH-DIGEST-WRONG-WRITES"],
    change: ({ responseMatches }) => ({
      responseMatches: (given, expected, offer) =>
        /auditLog$/.test(offer.uri) || responseMatches(given, expected, offer),
    }),
    probe: tampers((header) => header.replace(/response="[^"]+/, 'response="x'), "getAuditing"),
  },
  ...spellingFaults,
  {
    id: "AU-75",
    text: "The metrics user and service accounts can use every operation with Basic credentials.",
    violates: ["AUTH-OTHER-CREDENTIALS"],
    change: () => ({
      basicOpens: (given, known) => given.username === known.username && given.password === known.password,
    }),
    probe: ({ reference: { metrics }, basic }) => [
      ["listAlerts", { headers: { Authorization: basic(metrics.username, metrics.password) } }],
    ],
  },
  {
    id: "AU-76",
    text: "The uri of a digest is not compared with the request target if that addresses an alert configuration.",
    violates: ["AUTH-DIGEST-WRONG-WRITES"],
    change: ({ uriMatches }) => ({
      uriMatches: (given, target) => /\/alertConfigs\/[0-9a-f]{24}$/.test(target) || uriMatches(given, target),
    }),
    probe: async ({ reference: { keys }, url, send, challenge, digest }) => {
      const address = url("getAlertConfig");
      const Authorization = digest(keys.all, await challenge(), { url: url("listAlerts") });
      return [await send(address, { headers: { Authorization } })];
    },
  },
  {
    id: "AU-77",
    text: "The challenge to a nonce that was never issued also offers auth-int.",
    violates: ["AUTH-CHALLENGE-SAME"],
    change: ({ challenge, nonceAccepted }) => {
      let unknown = false;
      return {
        nonceAccepted: (standing) => {
          unknown = standing === "unknown";
          return nonceAccepted(standing);
        },
        challenge: (realm, nonce, stale) => {
          const own = challenge(realm, nonce, stale);
          const shown = unknown ? own?.replace('qop="auth"', 'qop="auth,auth-int"') : own;
          unknown = false;
          return shown;
        },
      };
    },
    probe: async ({ reference: { keys }, url, send, digest }) => {
      const Authorization = digest(keys.all, { realm: REALM, nonce: "made-up" }, { url: url("listAlerts") });
      return [await send(url("listAlerts"), { headers: { Authorization } })];
    },
  },
  ...oneRoleFaults,
]);
