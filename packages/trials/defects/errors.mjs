// Errors in another form than described, and invalid requests that are accepted.
import {
  asked,
  contentOf,
  digestOf,
  jsonOf,
  queryOf,
  withBody,
  withContent,
  withStatus,
  withWhole,
} from "./answers.mjs";
import { answeredBy, sends } from "./asking.mjs";

const PAGE = "<!DOCTYPE html><html><body><h1>400 Bad Request</h1><p>Unexpected token in JSON</p></body></html>";

function withPage(answer, status, reason, text) {
  const headers = answer.rawHeaders.filter(([name]) => !/^content-type$/i.test(name));
  const rawHeaders = [...headers, ["Content-Type", "text/html; charset=utf-8"]];
  return { status, reason, rawHeaders, body: Buffer.from(text) };
}

/** Changes the answer to those errors of `operation` that `isWrong` selects. */
const otherError =
  (operation, isWrong, change) =>
  ({ shows, ...server }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isError = answer.status >= 400 && request.operation === operation;
    if (!isError || !isWrong(request, answer)) return answer;
    const other = await change(request, answer, server);
    if (other !== answer) shows();
    return other;
  };

const htmlForBroken = otherError(
  "createAlertConfig",
  (request, { status }) => status === 400 && request.body.length > 0 && jsonOf(request.body) === undefined,
  (_request, answer) => withPage(answer, 400, "Bad Request", PAGE),
);

const wrongStatusInside = otherError(
  "getAlert",
  (_request, { status }) => status === 404,
  (_request, answer) => withContent(answer, { ...contentOf(answer), error: 400 }),
);

const envelopeOfSuccess = otherError(
  "getExportBucket",
  (request) => queryOf(request).get("envelope") === "true",
  (_request, answer) => withWhole(answer, { ...jsonOf(answer.body), status: 200 }),
);

const fallsOverNull = otherError(
  "updateCustomDns",
  (request, { status }) => status === 400 && jsonOf(request.body) === null,
  (request, answer) =>
    withStatus(request, answer, 500, {
      detail: "Cannot read properties of null (reading 'enabled').",
      error: 500,
      errorCode: "UNEXPECTED_ERROR",
      reason: "Internal Server Error",
    }),
);

/** The caller's address is not on the list of its service account. */
const otherCode = otherError(
  "issueServiceToken",
  (_request, answer) => contentOf(answer)?.error === "access_denied",
  (_request, answer) => withContent(answer, { ...contentOf(answer), error: "invalid_client" }),
);

/** A single one of `start` and `end` is ignored. */
const startWithoutEnd = otherError(
  "getAccessLogsByCluster",
  (request, { status }) => status === 400 && queryOf(request).has("start") !== queryOf(request).has("end"),
  async (request, answer, { caller }) => {
    const query = queryOf(request);
    query.delete("start");
    query.delete("end");
    const better = await answeredBy(caller, request, answer, `${request.path}?${query}`);
    return better.status === 200 ? better : answer;
  },
);

const tokenErrorAsOthers = otherError(
  "issueServiceToken",
  (_request, { status }) => status === 400,
  (_request, answer) =>
    withContent(answer, {
      detail: contentOf(answer).error_description,
      error: 400,
      errorCode: "VALIDATION_ERROR",
      reason: "Bad Request",
    }),
);

/** Clients that begin with this operation never get a challenge. */
const noChallenge = otherError(
  "getOutageSimulation",
  (request, { status }) => status === 401 && digestOf(request).username === undefined,
  (_request, answer) => ({
    ...answer,
    rawHeaders: answer.rawHeaders.filter(([name]) => !/^www-authenticate$/i.test(name)),
  }),
);

const noPageSize = otherError(
  "listRestoreJobs",
  (request, { status }) => status === 400 && queryOf(request).get("itemsPerPage") === "0",
  async (request, answer, { caller }) => {
    const query = queryOf(request);
    query.delete("itemsPerPage");
    const better = await answeredBy(caller, request, answer, `${request.path}?${query}`);
    return better.status === 200 ? better : answer;
  },
);

const firstHostOnly = ({ shows }) =>
  sends(
    ["createMigration", "validateMigration"],
    (body) =>
      Array.isArray(body.migrationHosts) && body.migrationHosts.length > 1
        ? { ...body, migrationHosts: body.migrationHosts.slice(0, 1) }
        : undefined,
    shows,
  );

const retentionRaised = otherError(
  "takeSnapshot",
  (request, { status }) => status === 400 && asked(request)?.retentionInDays === 0,
  async (request, answer, { caller }) => {
    const body = { ...asked(request), retentionInDays: 1 };
    const better = await answeredBy(caller, withBody(request, body), answer);
    return better.status === 200 ? better : answer;
  },
);

export const errors = [
  {
    id: "broken-json-as-html",
    sentence: "Errors 1: the standard error body",
    what: "Broken JSON for a new alert configuration is answered with an HTML page.",
    lie: htmlForBroken,
  },
  {
    id: "error-not-the-status",
    sentence: "Errors 1: `error` is the HTTP status",
    what: "The error for an alert that is not there says 400 in its body and 404 outside.",
    lie: wrongStatusInside,
  },
  {
    id: "envelope-says-success",
    sentence: "Conventions: the envelope's `status` is for clients that cannot read the HTTP status",
    what: "The envelope around an error of a bucket says 200.",
    lie: envelopeOfSuccess,
  },
  {
    id: "null-falls-over",
    sentence: "Errors 1: status 400 with VALIDATION_ERROR; Custom DNS 28: `enabled` required",
    what: "A body of null for the DNS setting is answered with 500.",
    lie: fallsOverNull,
  },
  {
    id: "blocked-address-as-client",
    sentence: "Errors 3: `access_denied` when the IP access list validation failed",
    what: "A service account at a blocked address is refused as `invalid_client`.",
    lie: otherCode,
  },
  {
    id: "start-without-end",
    sentence: "Errors 5: `start` without `end`, or the reverse, is invalid",
    what: "One of `start` and `end` alone is left out of account instead of being refused.",
    lie: startWithoutEnd,
  },
  {
    id: "token-error-as-others",
    sentence: "Errors 3: the token endpoint's `{error, error_description}`",
    what: "The token endpoint refuses with the error body of the other operations.",
    lie: tokenErrorAsOthers,
  },
  {
    id: "no-challenge",
    sentence: "Errors 2: a 401 carries `WWW-Authenticate`",
    what: "A request for an outage simulation without credentials is refused without a challenge.",
    lie: noChallenge,
  },
  {
    id: "no-page-size",
    sentence: "Limits: `itemsPerPage` 1 to 500",
    what: "A page size of 0 for restore jobs is taken for none said.",
    lie: noPageSize,
  },
  {
    id: "first-host-only",
    sentence: "Limits: `migrationHosts` exactly 1 item",
    what: "Of two migration hosts the first is taken, and nothing is refused.",
    lie: firstHostOnly,
  },
  {
    id: "no-retention-is-a-day",
    sentence: "Limits: `retentionInDays` >= 1",
    what: "A retention of 0 days is raised to 1 instead of being refused.",
    lie: retentionRaised,
  },
];
