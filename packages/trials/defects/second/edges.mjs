// Tokens, metrics discovery, digest, forms of errors.
import { accepted, contentOf, digestOf, headerOf, queryOf, withContent } from "../answers.mjs";
import { answeredBy, tells } from "../asking.mjs";
import { basicOf, flag, hasHeader, isSignedBy, listOf, withHeader, withoutHeader } from "./helpers.mjs";

const noRetryInEnvelope =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isWrong = request.operation === "issueServiceToken" && answer.status === 429 && flag(request, "envelope");
    if (!isWrong || !hasHeader(answer, /^retry-after$/i)) return answer;
    shows();
    return withoutHeader(answer, /^retry-after$/i);
  };

const forgottenDenial = ({ shows }) => {
  const denied = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    const content = contentOf(answer);
    if (request.operation !== "issueServiceToken" || content?.error !== "access_denied") return answer;
    const [client] = basicOf(request);
    if (!denied.has(client)) {
      denied.add(client);
      return answer;
    }
    shows();
    return withContent(answer, { ...content, error: "invalid_client" });
  };
};

const BEARER = /^bearer\s+/i;
const newestTokenOnly = ({ shows }) => {
  const newest = new Map();
  const owners = new Map();
  return async (request, pass) => {
    if (request.operation === "issueServiceToken") {
      const answer = await pass(request);
      if (!accepted(answer)) return answer;
      const [client] = basicOf(request);
      const { access_token: token } = contentOf(answer);
      newest.set(client, token);
      owners.set(token, client);
      return answer;
    }
    const text = headerOf(request, "authorization") ?? "";
    const token = BEARER.test(text) ? text.replace(BEARER, "").trim() : undefined;
    if (request.method !== "GET" || !owners.has(token) || newest.get(owners.get(token)) === token) return pass(request);
    const honest = await pass(request);
    if (honest.status === 401) return honest;
    const answer = await pass(withHeader(request, "authorization", "Bearer no-token"));
    if (answer.status === 401) shows();
    return answer;
  };
};

const shardedStayPublic = ({ caller, shows }) =>
  tells(
    ["discoverMetricsTargets"],
    async (content, request) => {
      if (queryOf(request).get("targetScheme") !== "PRIVATE" || !Array.isArray(content)) return undefined;
      const clusters = await listOf(caller, "listClusters", request.values);
      const sharded = new Set(
        clusters.filter(({ clusterType }) => clusterType !== "REPLICASET").map(({ name }) => name),
      );
      if (!content.some(({ labels }) => sharded.has(labels.cluster_name))) return undefined;
      return content.map((one) =>
        sharded.has(one.labels.cluster_name)
          ? { ...one, targets: one.targets.map((text) => text.replace("-pri.", ".")) }
          : one,
      );
    },
    shows,
  );

const passwordRemembered = ({ shows }) => {
  const good = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "discoverMetricsTargets") return answer;
    const [name, password] = basicOf(request);
    if (accepted(answer) && name !== undefined) good.set(name, headerOf(request, "authorization"));
    if (answer.status !== 401 || !good.has(name) || !password) return answer;
    const other = await pass(withHeader(request, "authorization", good.get(name)));
    if (accepted(other)) shows();
    return other;
  };
};

const queryUnsigned =
  ({ caller, key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.method !== "GET" || (answer.status !== 401 && answer.status !== 400)) return answer;
    const { uri } = digestOf(request);
    if (uri === undefined || uri === request.target || uri.split("?")[0] !== request.path) return answer;
    if (!isSignedBy(request, key)) return answer;
    const other = await answeredBy(caller, request, answer);
    if (accepted(other)) shows();
    return other;
  };

const errorAsText =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (answer.status < 400 || !flag(request, "pretty")) return answer;
    const content = contentOf(answer);
    if (!Number.isInteger(content?.error) || answer.status !== 404) return answer;
    shows();
    return withContent(answer, { ...content, error: String(content.error) });
  };

export const edges = [
  {
    id: "no-retry-in-envelope",
    words: "Errors 3: 429 and 503 responses carry a `Retry-After` header",
    wrong: "A token request with `envelope` that is over the limit is refused without `Retry-After`.",
    lie: noRetryInEnvelope,
  },
  {
    id: "second-denial-is-invalid-client",
    words: "Errors 3: `access_denied` (IP access list validation failed for the service account)",
    wrong: "From the second time on a service account outside its access list is told `invalid_client`.",
    lie: forgottenDenial,
  },
  {
    id: "only-newest-token-valid",
    words: "Token: `expires_in` seconds the token is valid",
    wrong: "Another token of the same service account ends the validity of the one before, for reads.",
    lie: newestTokenOnly,
  },
  {
    id: "sharded-targets-stay-public",
    words: "71: `targetScheme` selects the kind of targets returned",
    wrong: "With PRIVATE the targets of sharded clusters are the public ones.",
    lie: shardedStayPublic,
  },
  {
    id: "metrics-password-remembered",
    words: "Authentication 5: a username and password in the authorization header of every request",
    wrong: "After one good request of a metrics user any password of that user is taken.",
    lie: passwordRemembered,
  },
  {
    id: "query-not-signed",
    words: "Authentication 1: HTTP Digest authentication (the digest covers the request's uri)",
    wrong: "A digest of the same path with another query is accepted for reads.",
    lie: queryUnsigned,
  },
  {
    id: "pretty-not-found-as-text",
    words: "Errors 1: `error: integer (HTTP status)`",
    wrong: "A pretty 404 has its `error` as text.",
    lie: errorAsText,
  },
];
