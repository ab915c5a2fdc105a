// Permissions, and the identity of callers.
import { hash } from "node:crypto";
import { accepted, contentOf, digestOf, headerOf, versionOf } from "./answers.mjs";
import { answeredBy, everyRecord } from "./asking.mjs";

const md5 = (...parts) => hash("md5", parts.join(":"));

/** A role may do something that it must not: a caller with permission repeats the refused request. */
const permits =
  (role, operation, version) =>
  ({ caller, roleOf, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || answer.status !== 403) return answer;
    if (version !== undefined && versionOf(request) !== version) return answer;
    if (roleOf(digestOf(request).username) !== role) return answer;
    shows();
    return answeredBy(caller, request, answer);
  };

/** The server finds a record by its id alone; the project in the path only decides about permission. */
const findsAnywhere =
  (operation, list, parameter) =>
  ({ caller, fixtures, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || answer.status !== 404) return answer;
    const { groupId } = request.values;
    const other = groupId === fixtures.otherGroupId ? fixtures.groupId : fixtures.otherGroupId;
    const theirs = await everyRecord(caller, list, { groupId: other });
    if (!theirs.some(({ id }) => id === request.values[parameter])) return answer;
    shows();
    return answeredBy(caller, request, answer, request.target.replace(groupId, other));
  };

/** The nonces that the server issued. */
function noncesOf() {
  const given = new Set();
  return {
    given,
    learn(answer) {
      const [, text] = answer.rawHeaders.find(([name]) => /^www-authenticate$/i.test(name)) ?? [];
      const nonce = /nonce="([^"]*)"/.exec(text ?? "")?.[1];
      if (nonce !== undefined) given.add(nonce);
    },
  };
}

/**
 * Accepts a refused digest of the main key if it is right for the method from `methodOf` and its own uri, and `isMeant`
 * selects it.
 */
const believes =
  (methodOf, isMeant) =>
  ({ caller, key, shows }) => {
    const { given, learn } = noncesOf();
    return async (request, pass) => {
      const answer = await pass(request);
      learn(answer);
      const digest = digestOf(request);
      const { username, realm, nonce, nc, cnonce, qop, uri, response } = digest;
      const isKnown = answer.status === 401 && username === key.username && given.has(nonce);
      if (!isKnown || !isMeant(request, digest)) return answer;
      const first = md5(username, realm, key.password);
      const expected = md5(first, nonce, nc, cnonce, qop, md5(methodOf(request), uri));
      if (response !== expected) return answer;
      shows();
      return answeredBy(caller, request, answer);
    };
  };

const digestOfGet = believes(
  () => "GET",
  ({ method, target }, { uri }) => method !== "GET" && uri === target,
);

const digestOfOtherPath = believes(
  ({ method }) => method,
  ({ path }, { uri }) => uri !== undefined && uri.split("?")[0] !== path,
);

const tokenForEver = ({ caller, shows }) => {
  const issued = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation === "issueServiceToken" && accepted(answer)) issued.add(contentOf(answer).access_token);
    const token = /^bearer (.+)$/i.exec(headerOf(request, "authorization") ?? "")?.[1];
    if (answer.status !== 401 || !issued.has(token)) return answer;
    shows();
    return answeredBy(caller, request, answer);
  };
};

const openToAll =
  (operation) =>
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAnonymous = answer.status === 401 && headerOf(request, "authorization") === undefined;
    if (request.operation !== operation || !isAnonymous || versionOf(request) !== "1.0") return answer;
    shows();
    return answeredBy(caller, request, answer);
  };

/** The server compares the name before the colon, but not the password. */
const metricsByName = ({ shows }) => {
  let known;
  const nameIn = (text) =>
    Buffer.from(text.replace(/^basic /i, ""), "base64")
      .toString("utf8")
      .split(":")[0];
  return async (request, pass) => {
    const answer = await pass(request);
    const sent = headerOf(request, "authorization");
    if (request.operation !== "discoverMetricsTargets" || sent === undefined) return answer;
    if (accepted(answer)) known = sent;
    if (answer.status !== 401 || known === undefined || nameIn(sent) !== nameIn(known)) return answer;
    shows();
    const rawHeaders = request.rawHeaders.map((text, at) =>
      at % 2 === 1 && /^authorization$/i.test(request.rawHeaders[at - 1]) ? known : text,
    );
    return pass({ ...request, rawHeaders });
  };
};

export const callers = [
  {
    id: "reader-toggles-in-first-version",
    sentence: "Alert configurations 8: Organization Owner or Project Owner",
    what: "In version 1.0 a key with Project Read Only may toggle a configuration.",
    lie: permits("Project Read Only", "setAlertConfigEnabled", "1.0"),
  },
  {
    id: "data-writer-deletes-index",
    sentence: "Search 21: Project Data Access Admin",
    what: "Project Data Access Read Write may delete an index by its names.",
    lie: permits("Project Data Access Read Write", "deleteSearchIndexByName"),
  },
  {
    id: "cluster-admin-updates-schedule",
    sentence: "Cloud backup 45: Project Owner",
    what: "In version 2 Project Cluster Admin may update a backup schedule.",
    lie: permits("Project Cluster Admin", "updateBackupSchedule", "2"),
  },
  {
    id: "member-makes-link-token",
    sentence: "Live migration 61: Organization Owner",
    what: "Organization Member may create a link token.",
    lie: permits("Organization Member", "createLinkToken"),
  },
  {
    id: "monitor-reads-auditing",
    sentence: "Auditing 25: Project Owner",
    what: "Project Monitoring Admin may read the auditing configuration.",
    lie: permits("Project Monitoring Admin", "getAuditing"),
  },
  {
    id: "no-role-reads-dns",
    sentence: "Custom DNS 27: Project Read Only",
    what: "A key without any role may read the custom DNS setting in version 1.0.",
    lie: permits("no role", "getCustomDns", "1.0"),
  },
  {
    id: "config-of-other-project-read",
    sentence: "Alert configurations 7: G and `alertConfigId`, Project Read Only (of that project)",
    what: "A configuration of another project is read through the path of one's own.",
    lie: findsAnywhere("getAlertConfig", "listAlertConfigs", "alertConfigId"),
  },
  {
    id: "config-of-other-project-toggled",
    sentence: "Alert configurations 8: G and `alertConfigId`, Project Owner (of that project)",
    what: "A configuration of another project is toggled through the path of one's own.",
    lie: findsAnywhere("setAlertConfigEnabled", "listAlertConfigs", "alertConfigId"),
  },
  {
    id: "digest-of-get",
    sentence: "Authentication 1: HTTP Digest authentication",
    what: "A digest that was computed for GET is believed for every method.",
    lie: digestOfGet,
  },
  {
    id: "digest-of-other-path",
    sentence: "Authentication 1: HTTP Digest authentication",
    what: "A digest that was computed for another path is believed.",
    lie: digestOfOtherPath,
  },
  {
    id: "token-for-ever",
    sentence: "Service account token: `expires_in` is how long the token is valid",
    what: "A token is believed after it expired.",
    lie: tokenForEver,
  },
  {
    id: "field-names-open-to-all",
    sentence: "Authentication 2: matcher field names need any role",
    what: "Version 1.0 lists the matcher field names without credentials.",
    lie: openToAll("listMatcherFieldNames"),
  },
  {
    id: "metrics-by-name",
    sentence: "Authentication 5: metrics discovery needs username and password",
    what: "Metrics discovery looks at the username alone.",
    lie: metricsByName,
  },
];
