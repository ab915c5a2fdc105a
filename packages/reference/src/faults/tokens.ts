import { fieldsOf } from "../rules/members.ts";
import { layer } from "./fault.ts";
import { asksForToken, times } from "./requests.ts";

/** The number of characters of a token. */
const TOKEN_LENGTH = 43;

/** Mistakes of the token endpoint: credentials, rate limit, error words and the token itself. */
export const tokenFaults = layer("tokens", [
  {
    id: "AU-11",
    text: "The token endpoint gives a token for a wrong client secret.",
    violates: ["TOKEN-BASIC-AUTH"],
    change: () => ({ secretMatches: () => true }),
    probe: ({ reference: { serviceAccount }, basic }) =>
      asksForToken("grant_type=client_credentials", {
        headers: { Authorization: basic(serviceAccount.clientId, "wrong") },
      }),
  },
  {
    id: "LI-01",
    text: "The token endpoint never limits its callers.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ tokenRequestsPerWindow: () => Number.POSITIVE_INFINITY }),
    probe: times(11, asksForToken()),
  },
  {
    id: "LI-02",
    text: "The token endpoint limits its callers to five requests a minute.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ tokenRequestsPerWindow: () => 5 }),
    probe: times(6, asksForToken()),
  },
  {
    id: "LI-04",
    text: "The token endpoint limits its callers to eleven requests a minute.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ tokenRequestsPerWindow: () => 11 }),
    probe: times(11, asksForToken()),
  },
  {
    id: "TK-18",
    text: "A request for another kind of grant, which gets no token, does not count against the limit.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ countsWithoutToken: () => false }),
    probe: [...times(10, asksForToken("grant_type=password")), ...asksForToken()],
  },
  {
    id: "TK-19",
    text: "Token requests with a query count apart from those without one.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ tokenCounter: (clientId, query) => `${clientId} ${query}` }),
    probe: [...times(10, asksForToken()), ...asksForToken("grant_type=client_credentials", { query: "pretty=true" })],
  },
  {
    id: "TK-20",
    text: "A refusal clears the count of token requests: the next ones get tokens at once.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ countAfterRefusal: () => [] }),
    probe: times(12, asksForToken()),
  },
  {
    id: "LI-03",
    text: "Refused requests extend the window, so that a caller who tries again never recovers.",
    violates: ["TOKEN-RATE-RECOVERS"],
    change: () => ({ countAfterRefusal: (moments, now) => moments.map(() => now) }),
    probe: async ({ reference, ask }) => {
      const replies = [...(await ask(...times(10, asksForToken())))];
      for (let index = 0; index < 3; index += 1) {
        reference.clock.advance(25_000);
        replies.push(...(await ask(...asksForToken())));
      }
      return replies;
    },
  },
  {
    id: "TK-13",
    text: "The token endpoint accepts a client secret that only begins with the right one.",
    violates: ["TOKEN-BASIC-AUTH"],
    change: () => ({ secretMatches: (given, expected) => given.startsWith(expected) }),
    probe: ({ reference: { serviceAccount }, basic }) =>
      asksForToken("grant_type=client_credentials", {
        headers: { Authorization: basic(serviceAccount.clientId, `${serviceAccount.clientSecret}x`) },
      }),
  },
  {
    id: "TK-14",
    text: "A token with additional characters at its end is accepted.",
    violates: ["AUTH-TOKEN-CHANGED"],
    change: () => ({ tokenIn: (presented) => presented.slice(0, TOKEN_LENGTH) }),
    probe: async ({ ask }) => {
      const [given] = await ask(...asksForToken());
      const Authorization = `Bearer ${fieldsOf(given?.json)["access_token"]}x`;
      return ask(["listMatcherFieldNames", { headers: { Authorization } }]);
    },
  },
  {
    id: "TK-15",
    text: "A new token revokes the earlier ones of its account before their expires_in has passed.",
    violates: ["TOKEN-STAYS-VALID"],
    change: () => ({ newTokenRevokes: () => true }),
    probe: async ({ ask }) => {
      const [first] = await ask(...asksForToken());
      await ask(...asksForToken());
      const Authorization = `Bearer ${fieldsOf(first?.json)["access_token"]}`;
      return ask(["listMatcherFieldNames", { headers: { Authorization } }]);
    },
  },
  {
    id: "TK-17",
    text: "A token is used up by its first request.",
    violates: ["TOKEN-STAYS-VALID"],
    change: ({ tokenIn }) => {
      const used = new Set<string>();
      return {
        tokenIn: (presented) => {
          if (used.has(presented)) return tokenIn("");
          used.add(presented);
          return tokenIn(presented);
        },
      };
    },
    probe: async ({ ask }) => {
      const [issued] = await ask(...asksForToken());
      const headers = { Authorization: `Bearer ${fieldsOf(issued?.json)["access_token"]}` };
      return ask(["listMatcherFieldNames", { headers }], ["listMatcherFieldNames", { headers }]);
    },
  },
  {
    id: "TK-16",
    text: "Tokens are accepted long after the seconds of their expires_in.",
    violates: ["TOKEN-RUNS-OUT"],
    change: ({ tokenBody }) => ({ tokenBody: (token) => tokenBody(token, 3) }),
    probe: asksForToken(),
  },
  {
    id: "TK-01",
    text: "A token comes without token_type.",
    violates: ["TOKEN-SUCCESS"],
    change: () => ({ tokenBody: (token, lifetime) => ({ access_token: token, expires_in: lifetime }) }),
    probe: asksForToken(),
  },
  {
    id: "TK-02",
    text: "An unknown client is answered with an error that the description does not list.",
    violates: ["TOKEN-ERROR-VALUES", "TOKEN-ERROR-INVALID-CLIENT"],
    change: ({ tokenError }) => ({
      tokenError: (error, status) =>
        error.error === "invalid_client" ? { ...error, error: "unauthorized_client" } : tokenError(error, status),
    }),
    probe: ({ basic }) => asksForToken("", { headers: { Authorization: basic("nobody", "nothing") } }),
  },
  {
    id: "TK-03",
    text: "A 429 of the token endpoint carries no Retry-After.",
    violates: ["TOKEN-RETRY-AFTER", "TOKEN-RATE-LIMIT"],
    change: () => ({ retryAfter: () => undefined }),
    probe: times(11, asksForToken()),
  },
  {
    id: "TK-04",
    text: "expires_in is a text.",
    violates: ["TOKEN-SUCCESS"],
    change: ({ tokenBody }) => ({
      tokenBody: (token, lifetime) => ({ ...fieldsOf(tokenBody(token, lifetime)), expires_in: String(lifetime) }),
    }),
    probe: asksForToken(),
  },
  {
    id: "TK-05",
    text: "An unsupported grant type is answered with 422.",
    violates: ["TOKEN-STATUS-SET"],
    change: ({ tokenErrorStatus }) => ({
      tokenErrorStatus: (error, status) =>
        error.error === "unsupported_grant_type" ? 422 : tokenErrorStatus(error, status),
    }),
    probe: asksForToken("grant_type=password"),
  },
  {
    id: "TK-06",
    text: "The IP access list of a service account is not checked.",
    violates: ["AUTH-SA-IP-LIST"],
    change: () => ({ addressAllowed: () => true }),
    probe: ({
      reference: {
        blockedServiceAccount: { clientId, clientSecret },
      },
      basic,
    }) => asksForToken("grant_type=client_credentials", { headers: { Authorization: basic(clientId, clientSecret) } }),
  },
  {
    id: "TK-07",
    text: "grant_type=password is accepted like client_credentials.",
    violates: ["TOKEN-GRANT-TYPE"],
    change: ({ grantAccepted }) => ({ grantAccepted: (type) => type === "password" || grantAccepted(type) }),
    probe: asksForToken("grant_type=password"),
  },
  {
    id: "TK-08",
    text: "The errors of the token endpoint have no description.",
    violates: ["TOKEN-ERROR-SHAPE"],
    change: () => ({ tokenError: ({ error }) => ({ error }) }),
    probe: asksForToken("grant_type=password"),
  },
  {
    id: "TK-09",
    text: "expires_in is 0.",
    violates: ["TOKEN-EXPIRES-POSITIVE"],
    change: ({ tokenBody }) => ({ tokenBody: (token) => tokenBody(token, 0) }),
    probe: asksForToken(),
  },
  {
    id: "TK-10",
    text: "An unsupported grant type is answered with invalid_grant.",
    violates: ["TOKEN-ERROR-UNSUPPORTED-GRANT-TYPE"],
    change: ({ tokenError }) => ({
      tokenError: (error, status) =>
        tokenError(error.error === "unsupported_grant_type" ? { ...error, error: "invalid_grant" } : error, status),
    }),
    probe: asksForToken("grant_type=password"),
  },
  {
    id: "TK-11",
    text: "A form without grant_type is answered with invalid_grant.",
    violates: ["TOKEN-ERROR-INVALID-REQUEST"],
    change: ({ tokenError }) => ({
      tokenError: (error, status) =>
        tokenError(error.error === "invalid_request" ? { ...error, error: "invalid_grant" } : error, status),
    }),
    probe: asksForToken("scope=any"),
  },
  {
    id: "TK-12",
    text: "The token endpoint ignores envelope.",
    violates: ["TOKEN-QUERY"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => ("access_token" in fieldsOf(body) ? body : envelope(status, body, list)),
    }),
    probe: asksForToken("grant_type=client_credentials", { query: "envelope=true" }),
  },
]);
