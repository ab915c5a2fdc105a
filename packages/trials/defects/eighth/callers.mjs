// Challenges, tokens and roles.
import { accepted, contentOf, headerOf, withContent, withStatus } from "../answers.mjs";
import { isChallenged, withChallenge } from "../fourth/helpers.mjs";
import { basicOf } from "../second/helpers.mjs";
import { opensTo } from "../seventh/helpers.mjs";

const LINKS = ["listMigratableProjects", "createLinkToken", "deleteLinkToken"];
const TYPE = /^content-type$/i;

/** A different program serves the operations of an organization, with the challenge of its framework. */
const basicChallenge =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!LINKS.includes(request.operation) || !isChallenged(answer)) return answer;
    if (headerOf(request, "authorization") !== undefined) return answer;
    shows();
    return withChallenge(answer, () => 'Basic realm="Organizations"');
  };

/** The permission of an address to request tokens is cached by address only. */
const rememberedByAddress = ({ environment, shows }) => {
  let latest;
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken") return answer;
    const [clientId, clientSecret] = basicOf(request);
    if (accepted(answer)) latest = contentOf(answer);
    const isBlocked =
      answer.status === 403 &&
      clientId === environment.PLUMBLINE_BLOCKED_CLIENT_ID &&
      clientSecret === environment.PLUMBLINE_BLOCKED_CLIENT_SECRET;
    const form = new URLSearchParams(request.body.toString("utf8"));
    if (!isBlocked || latest === undefined || form.get("grant_type") !== "client_credentials") return answer;
    shows();
    const kept = answer.rawHeaders.filter(([name]) => !TYPE.test(name));
    const rawHeaders = [...kept, ["Content-Type", "application/json"]];
    return withStatus(request, { ...answer, rawHeaders }, 200, latest);
  };
};

const otherWord =
  ({ environment, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || answer.status !== 401) return answer;
    const error = Object(contentOf(answer));
    if (error.error !== "invalid_client" || basicOf(request)[0] !== environment.PLUMBLINE_CLIENT_ID) return answer;
    shows();
    return withContent(answer, { ...error, error: "unauthorized_client" });
  };

const TEMPLATE = { status: 415, error: "Unsupported Media Type" };

/** The framework refuses requests before the service sees them. */
const ofFramework =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (answer.status !== 415 || request.operation === "issueServiceToken") return answer;
    shows();
    return withContent(answer, { timestamp: new Date().toISOString(), ...TEMPLATE, path: request.path });
  };

export const callers = [
  {
    id: "basic-challenge-for-organizations",
    words: "Authentication 1: main API: HTTP Digest; Errors 2: a 401 response carries `WWW-Authenticate: Digest`",
    wrong: "The operations of an organization ask a caller without credentials for Basic ones.",
    lie: basicChallenge,
  },
  {
    id: "access-list-remembered-by-address",
    words: "Authentication 4: the IP access list of a service account limits where its tokens may be asked for",
    wrong:
      "Once a service account was given a token, one whose access list leaves the address out is given a token, too.",
    lie: rememberedByAddress,
  },
  {
    id: "wrong-secret-is-unauthorized-client",
    words: "Errors 3: token endpoint error body: `error` values: `invalid_client`, `access_denied` and five more",
    wrong: "A wrong secret of a known client is answered with the error `unauthorized_client`.",
    lie: otherWord,
  },
  {
    id: "media-type-refused-by-framework",
    words: "Errors 1: standard error body: `{detail, error: integer, errorCode, reason}`",
    wrong: "A body of another media type is refused with the error body of a web framework.",
    lie: ofFramework,
  },
  {
    id: "cluster-admin-updates-auditing",
    words: "26: update auditing configuration: Project Owner",
    wrong: "A Project Cluster Admin key may update the auditing configuration.",
    lie: opensTo("updateAuditing", "Project Cluster Admin"),
  },
  {
    id: "reader-lists-export-jobs",
    words: "36: list export jobs of a cluster: role Project Cluster Admin",
    wrong: "A Project Read Only key may list the export jobs of a cluster.",
    lie: opensTo("listExportJobs", "Project Read Only"),
  },
];
