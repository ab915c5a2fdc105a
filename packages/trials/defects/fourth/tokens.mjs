// Tokens, client secrets and the credentials of metrics discovery.
import { accepted, contentOf, headerOf } from "../answers.mjs";
import { answeredBy } from "../asking.mjs";
import { basicOf, withHeader } from "../second/helpers.mjs";
import { bearerOf } from "./helpers.mjs";

/** Collects data about service accounts: the header and the newest token of each, and every token. */
function accountsOf() {
  const accounts = new Map();
  const tokens = new Map();
  return {
    accounts,
    tokens,
    learn(request, answer) {
      if (request.operation !== "issueServiceToken" || !accepted(answer)) return;
      const [client] = basicOf(request);
      const token = contentOf(answer).access_token;
      accounts.set(client, { header: headerOf(request, "authorization"), token });
      tokens.set(token, client);
    },
  };
}

const metricsUserReads = ({ caller, shows }) => {
  const known = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    const sent = headerOf(request, "authorization");
    if (request.operation === "discoverMetricsTargets" && accepted(answer)) known.add(sent);
    if (request.operation !== "listClusters" || answer.status !== 401 || !known.has(sent)) return answer;
    const other = await answeredBy(caller, request, answer);
    if (accepted(other)) shows();
    return other;
  };
};

/** Compares only as many characters as the right password has. */
const passwordBegins = ({ shows }) => {
  const right = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "discoverMetricsTargets") return answer;
    const [name, password] = basicOf(request);
    if (accepted(answer)) right.set(name, { password, header: headerOf(request, "authorization") });
    if (answer.status !== 401 || !right.has(name) || !password.startsWith(right.get(name).password)) return answer;
    const other = await pass(withHeader(request, "authorization", right.get(name).header));
    if (accepted(other)) shows();
    return other;
  };
};

const tokenFollowed = ({ shows }) => {
  const { tokens, learn } = accountsOf();
  return async (request, pass) => {
    const sent = bearerOf(request);
    const token = sent && [...tokens.keys()].find((one) => sent.startsWith(one) && sent !== one);
    const answer = await pass(token ? withHeader(request, "authorization", `Bearer ${token}`) : request);
    learn(request, answer);
    if (token && answer.status !== 401) shows();
    return answer;
  };
};

const secretForToken = ({ shows }) => {
  const { accounts, learn } = accountsOf();
  return async (request, pass) => {
    const answer = await pass(request);
    learn(request, answer);
    if (["issueServiceToken", "discoverMetricsTargets"].includes(request.operation)) return answer;
    const account = accounts.get(basicOf(request)[0]);
    const isKnown = account !== undefined && account.header === headerOf(request, "authorization");
    if (answer.status !== 401 || !isKnown) return answer;
    const other = await pass(withHeader(request, "authorization", `Bearer ${account.token}`));
    if (other.status !== 401) shows();
    return other;
  };
};

const tokenForSecret = ({ shows }) => {
  const { accounts, tokens, learn } = accountsOf();
  return async (request, pass) => {
    const answer = await pass(request);
    learn(request, answer);
    if (request.operation !== "issueServiceToken" || answer.status !== 401) return answer;
    const [client, secret] = basicOf(request);
    if (client === undefined || tokens.get(secret) !== client) return answer;
    const other = await pass(withHeader(request, "authorization", accounts.get(client).header));
    if (accepted(other)) shows();
    return other;
  };
};

export const tokens = [
  {
    id: "metrics-user-reads-clusters",
    words: "Authentication 1, 5: the main API has Digest; username and password are for metrics discovery",
    wrong: "The clusters of a project are listed for the Basic credentials of metrics discovery.",
    lie: metricsUserReads,
  },
  {
    id: "metrics-password-continued",
    words: "Authentication 5: the caller supplies a username and password",
    wrong: "Discovery takes a password that begins with the right one and goes on.",
    lie: passwordBegins,
  },
  {
    id: "token-followed-by-anything",
    words: "Authentication 3: the token is required on API requests for service accounts",
    wrong: "A token with more characters after it is taken for the token.",
    lie: tokenFollowed,
  },
  {
    id: "client-secret-for-token",
    words: "Authentication 3: Basic at the token endpoint; the token is then required on API requests",
    wrong: "API requests are let in with the client id and secret in place of the token.",
    lie: secretForToken,
  },
  {
    id: "token-for-client-secret",
    words: "Authentication 3: a client id and secret are combined as Basic credentials at the token endpoint",
    wrong: "The token endpoint takes a token of the service account in place of its secret.",
    lie: tokenForSecret,
  },
];
