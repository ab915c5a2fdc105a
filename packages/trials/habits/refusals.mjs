// Challenges and errors in other words.
import {
  accepted,
  challenged,
  digestOf,
  errorOf,
  headerIn,
  isDigest,
  isRead,
  lastOf,
  readAt,
  refused,
  setHeader,
  without,
  withStatus,
} from "./helpers.mjs";

const CHALLENGE = "WWW-Authenticate";
const isChallenge = (answer) =>
  answer.status === 401 && /^Digest /.test(headerIn(answer.rawHeaders, "www-authenticate") ?? "");
const challengeOf = (answer) => headerIn(answer.rawHeaders, "www-authenticate");

const rechallenged =
  (change) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!isChallenge(answer)) return answer;
    shows();
    const rawHeaders = [
      ...without(answer.rawHeaders, "www-authenticate"),
      ...change(challengeOf(answer)).map((text) => [CHALLENGE, text]),
    ];
    return { ...answer, rawHeaders };
  };

export const bearerAfter = rechallenged((text) => [`${text}, Bearer realm="service accounts, tokens", scope="api"`]);
export const bearerBefore = rechallenged((text) => ['Bearer realm="service accounts"', text]);
export const unquoted = rechallenged((text) => [
  text
    .replace(/qop="auth"/, "qop=auth")
    .replace(/, /g, " ,\t")
    .replace(/algorithm=MD5/, 'algorithm="MD5"')
    .replace(/stale=false/, "stale=FALSE"),
]);

const OPAQUE = /,?\s*opaque=(?:"(?:\\.|[^"\\])*"|[^\s,]+)/i;
/** A challenge with opaque, domain and charset; the returned `opaque` is removed before the server sees it. */
export const opaqueChallenge = (server) => {
  let count = 0;
  const show = rechallenged((text) => {
    count += 1;
    return [
      `${text}, domain="/api/product", charset=UTF-8, opaque="o=${count}; a,b qop=none realm=x ${"0".repeat(200)}=="`,
    ];
  })(server);
  return (request, pass) => {
    const rawHeaders = request.rawHeaders.map((text, at) =>
      at % 2 === 1 && /^digest /i.test(text) ? text.replace(OPAQUE, "") : text,
    );
    return show({ ...request, rawHeaders }, pass);
  };
};

export const nextNonce = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    if (!isDigest(request) || !accepted(answer) || count % 2 !== 0) return answer;
    const nonce = /nonce="([^"]*)"/.exec(challengeOf(await challenged(request, pass)) ?? "")?.[1];
    if (nonce === undefined) return answer;
    shows();
    return setHeader(answer, "Authentication-Info", `nextnonce="${nonce}"`);
  };
};

/** Refuses a read with valid credentials as stale if `isStale` says so. */
const staleWhere =
  (isStale) =>
  ({ shows }) => {
    let count = 0;
    return async (request, pass) => {
      const answer = await pass(request);
      if (!isRead(request) || !isDigest(request) || !accepted(answer)) return answer;
      count += 1;
      if (!isStale(request, count)) return answer;
      const challenge = await challenged(request, pass);
      if (!isChallenge(challenge)) return answer;
      shows();
      return setHeader(challenge, CHALLENGE, challengeOf(challenge).replace(/stale=false/, "stale=true"));
    };
  };
export const staleSometimes = staleWhere(
  (request, count) => count % 20 === 0 && /^0*[^01]/.test(digestOf(request).nc ?? ""),
);
export const onceOnly = staleWhere((request) => !/^0*1$/.test(digestOf(request).nc ?? "1"));

const SAID = {
  400: "Ung\u00fcltig \u2013 die Anfrage wurde nicht verstanden \u{1F6AB}",
  401: "Ohne g\u00fcltige Anmeldung.",
  403: "Keine Berechtigung.",
  404: 'Nicht gefunden: "%s" \\ {0}',
};
export const otherWords =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const error = errorOf(answer);
    if (error === undefined) return answer;
    const isNamed = error.errorCode === "VALIDATION_ERROR" || answer.status === 401;
    const errorCode = isNamed ? error.errorCode : `X${answer.status}_${error.errorCode.length}`;
    const reason = isNamed ? error.reason : `${error.reason}!`;
    shows();
    return withStatus(request, answer, answer.status, {
      parameters: [],
      ...error,
      detail: SAID[answer.status] ?? "?",
      errorCode,
      reason,
      badRequestDetail: null,
    });
  };

const IN_THE_WAY = /ALREADY|DUPLICATE|EXISTS|CONFLICT|IN_PROGRESS|IN_USE/;
export const otherStatuses =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const error = errorOf(answer);
    if (error === undefined || error.errorCode === "VALIDATION_ERROR" || request.operation === "issueServiceToken")
      return answer;
    const isConflict = IN_THE_WAY.test(error.errorCode);
    const status = answer.status === 400 ? (isConflict ? 409 : 422) : answer.status === 409 ? 400 : undefined;
    if (status === undefined) return answer;
    shows();
    return refused(request, answer, status, error.errorCode, error.detail);
  };

export const gone = ({ shows }) => {
  const removed = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    const id = lastOf(request);
    if (/^delete(AlertConfig|ExportBucket|Snapshot|SearchIndexById)$/.test(request.operation ?? "") && accepted(answer))
      removed.add(id);
    const error = errorOf(answer);
    if (answer.status !== 404 || error === undefined || !removed.has(id)) return answer;
    shows();
    return refused(request, answer, 410, error.errorCode, "The record was removed.");
  };
};

const STRANGERS = new Set(["no role", "other project owner", "other organization owner"]);
export const hidden =
  ({ shows, roleOf }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const { username } = digestOf(request);
    if (answer.status !== 403 || username === undefined || errorOf(answer) === undefined) return answer;
    if (!STRANGERS.has(String(roleOf(username)).toLowerCase()) || !/\/(groups|orgs)\//.test(request.path))
      return answer;
    shows();
    return refused(request, answer, 404, "RESOURCE_NOT_FOUND", "There is no such project or organization.");
  };

const WITH_RECORD =
  /^(updateAlertConfig|setAlertConfigEnabled|acknowledgeAlert|changeSnapshotExpiration|updateSearchIndexBy(Id|Name))$/;
export const missingFirst =
  ({ shows, caller, fixtures }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (
      answer.status !== 400 ||
      !WITH_RECORD.test(request.operation ?? "") ||
      request.values.groupId !== fixtures.groupId
    )
      return answer;
    const record = await readAt(caller, request).catch(() => ({}));
    if (record !== undefined) return answer;
    shows();
    return refused(request, answer, 404, "RESOURCE_NOT_FOUND", "There is no such record.");
  };

const entry = (id, title, sentence, lie) => ({ id, title, sentence, lie });
export const refusals = [
  entry(
    "bearer-after",
    "A Bearer challenge follows the digest's in the same header field.",
    "Errors 2: carries `WWW-Authenticate: Digest ...`; further challenges: silent; service accounts use Bearer",
    bearerAfter,
  ),
  entry(
    "bearer-before",
    "A Bearer challenge stands in a header field of its own before the digest's.",
    "Errors 2; further challenges: silent",
    bearerBefore,
  ),
  entry(
    "unquoted",
    "The challenge has qop unquoted, the algorithm quoted, FALSE, and other white space.",
    "Errors 2: `algorithm=MD5, qop=auth, stale=false`; HTTP: tokens and quoted strings, no case",
    unquoted,
  ),
  entry(
    "opaque-challenge",
    "The challenge has domain, charset and a long opaque value with commas and equals signs.",
    "Errors 2; further parameters of the challenge: silent",
    opaqueChallenge,
  ),
  entry(
    "next-nonce",
    "Every second answer names the next nonce in Authentication-Info.",
    "HTTP Digest authentication; `nextnonce`: silent",
    nextNonce,
  ),
  entry(
    "stale-sometimes",
    "Every 20th read with a nonce that was used before is answered 401 with stale=true.",
    "HTTP Digest authentication; how long a nonce lasts: silent (`stale=false` is shown of a 401 in general)",
    staleSometimes,
  ),
  entry(
    "nonce-once",
    "A nonce is good for one read; then 401 with stale=true and another one.",
    "HTTP Digest authentication; how long a nonce lasts: silent (`stale=false` is shown of a 401 in general)",
    onceOnly,
  ),
  entry(
    "other-words",
    "Errors have other codes, another language and two members more.",
    "The full list of error codes and their conditions: not shown",
    otherWords,
  ),
  entry(
    "other-statuses",
    "What is in the way is 409 (or 400 where that was 409); what cannot be done is 422.",
    "The full list of error codes and their conditions: not shown",
    otherStatuses,
  ),
  entry("gone", "A record that was deleted is 410.", "The status of what is not there: silent", gone),
  entry(
    "hidden",
    "Projects of others are not found instead of forbidden.",
    "Roles gate operations; the status of a refusal: silent",
    hidden,
  ),
  entry(
    "missing-first",
    "A bad body for a record that is not there: 404.",
    "Which of two faults is told: silent",
    missingFirst,
  ),
];
