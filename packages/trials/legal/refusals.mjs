// The content and status of refusals, of which the description gives few.
import { accepted, asked, jsonOf } from "../defects/answers.mjs";
import { challengeOf, failedWith } from "../defects/fourth/helpers.mjs";
import { withoutHeader } from "../defects/second/helpers.mjs";
import { withoutCredentials } from "../defects/third/helpers.mjs";
import { operationAt } from "../safety/interface.mjs";
import { isMain, isObject, refusedAs, showsKey, succeeds, withHeaders, withMore, withSame } from "./helpers.mjs";

const ID = /^[a-f0-9]{24}$/;
const NAME = /^(?=.{1,64}$)([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$/;

const otherWords =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const json = jsonOf(answer.body);
    const error = isObject(json?.content) && typeof json.content.error === "number" ? json.content : json;
    if (typeof error?.error !== "number") return answer;
    shows();
    const told = {
      ...error,
      detail: "申し訳ありません。このリクエストは処理できません。",
      errorCode: `e/${error.error}.7-Ä`,
    };
    return withSame(answer, told);
  };

/** Refuses an insufficient role in another way. */
const forRole =
  (refusal, isChallenged) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (answer.status !== 403 || !isMain(request) || !showsKey(request)) return answer;
    shows();
    const other = failedWith(request, answer, refusal);
    if (!isChallenged) return other;
    const challenge = challengeOf(await pass(withoutCredentials(request)));
    return withMore(other, ["WWW-Authenticate", challenge]);
  };

const isIllFormed = ({ values = {} }) =>
  Object.entries(values).some(([name, value]) => {
    if (/Id$/.test(name)) return !ID.test(value);
    return name === "clusterName" && !NAME.test(value);
  });

const illFormedNotFound = refusedAs((request, { status }) =>
  status === 400 && isMain(request) && isIllFormed(request)
    ? { status: 404, errorCode: "NO_SUCH_RESOURCE", detail: "There is nothing of this name." }
    : undefined,
);

const unprocessable = refusedAs((request, { status }, { detail }) =>
  status === 400 && isMain(request) && asked(request) !== undefined && !isIllFormed(request)
    ? { status: 422, errorCode: "UNPROCESSABLE_BODY", detail }
    : undefined,
);

const conflictAsBad = refusedAs((request, { status }, { detail, errorCode }) =>
  status === 409 && isMain(request) ? { status: 400, errorCode, detail } : undefined,
);

/** The DELETE of these operations deletes nothing permanently. */
const NOT_REMOVED = ["endOutageSimulation", "cancelRestoreJob", "deleteBackupSchedules"];

const gone = (server) => {
  const removed = new Set();
  const told = refusedAs(({ method, path }, { status }) =>
    status === 404 && method === "GET" && removed.has(path)
      ? { status: 410, errorCode: "GONE", detail: "There was something here, and it was deleted." }
      : undefined,
  )(server);
  return async (request, pass) => {
    const answer = await told(request, pass);
    const { method, path, operation } = request;
    if (method === "DELETE" && accepted(answer) && !NOT_REMOVED.includes(operation)) removed.add(path);
    return answer;
  };
};

/** A repeated deletion has no further effect and is not an error. */
const deletedAgain = ({ shows }) => {
  const removed = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.method !== "DELETE" || !isMain(request) || NOT_REMOVED.includes(request.operation)) return answer;
    if (accepted(answer)) removed.add(request.path);
    if (answer.status !== 404 || !removed.has(request.path)) return answer;
    shows();
    return succeeds(request, withoutHeader(answer, /^content-type$/i), 200, {});
  };
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The methods of a path are not secret. */
const methodsTold =
  ({ shows }) =>
  async (request, pass) => {
    const { method, path } = request;
    const known = METHODS.filter((one) => operationAt(one, path) !== undefined);
    if (method !== "OPTIONS" || known.length === 0) return pass(request);
    const base = await pass(withoutCredentials(request));
    const allowed = [...known, ...(known.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(",");
    const kept = withHeaders(base, (name, value) =>
      /^(allow|www-authenticate|content-type)$/i.test(name) ? [] : [[name, value]],
    );
    shows();
    const told = withMore(kept, ["Allow", allowed], ["Access-Control-Allow-Origin", "*"]);
    return { ...told, status: 204, reason: "No Content", body: Buffer.of() };
  };

export const refusals = [
  {
    id: "errors-in-other-words",
    twist: "Errors are told in Japanese, and with codes like `e/404.7-Ä`.",
    legal: "Errors 1: `detail` and `errorCode` are strings; the full list of error codes: not shown.",
    lie: otherWords,
  },
  {
    id: "role-refused-with-401",
    twist: "A role that does not suffice is answered with 401, `NOT_ORG_GROUP_CREATOR` and a challenge.",
    legal: "Errors 1 shows just this; Errors 2: a 401 carries the challenge.",
    lie: forRole({ status: 401, errorCode: "NOT_ORG_GROUP_CREATOR", detail: "The role does not suffice." }, true),
  },
  {
    id: "role-refused-with-404",
    twist: "What a role may not touch is said not to be there.",
    legal: "The description names no status for a lack of a role; RFC 9110 15.5.4: a 404 may hide what is forbidden.",
    lie: forRole({ status: 404, errorCode: "RESOURCE_NOT_FOUND", detail: "There is no such resource." }, false),
  },
  {
    id: "ill-formed-ids-not-found",
    twist: "An id or a cluster name of the wrong form in a path is answered with 404, not with 400.",
    legal: "The description gives the form and no status: nothing can be found under such a name (RFC 9110 15.5.5).",
    lie: illFormedNotFound,
  },
  {
    id: "bodies-unprocessable",
    twist: "A body that breaks a rule is answered with 422 in place of 400.",
    legal: "Errors 1 shows values that appear and closes none; RFC 9110 15.5.21 is for just that.",
    lie: unprocessable,
  },
  {
    id: "conflicts-are-bad-requests",
    twist: "What conflicts with the state of something is answered with 400 in place of 409.",
    legal: "The description names no status for it (Snapshot rule: wait until the first one completes).",
    lie: conflictAsBad,
  },
  {
    id: "deleted-is-gone",
    twist: "What was deleted is answered with 410 from then on.",
    legal: "The description is silent; RFC 9110 15.5.11.",
    lie: gone,
  },
  {
    id: "deleted-once-more",
    twist: "Deleting what was deleted before is answered with 200 and an empty object.",
    legal: "The description is silent about it; RFC 9110 9.2.2: DELETE is idempotent.",
    lie: deletedAgain,
  },
  {
    id: "options-without-credentials",
    twist: "OPTIONS is answered with 204 and the methods of the path, whoever asks.",
    legal: "Authentication 1 and 2 are about operations, and OPTIONS is none of them; RFC 9110 9.3.7.",
    lie: methodsTold,
  },
];
