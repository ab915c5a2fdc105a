// Helpers for several of these defects.
import { STATUS_CODES } from "node:http";
import { acceptOf, digestOf, withStatus } from "../answers.mjs";
import { pageOf } from "../asking.mjs";
import { withQuery } from "../second/helpers.mjs";

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The requested page, cut from other records than the server's. */
export function cut(content, request, all) {
  const { size, page } = pageOf(request);
  const results = all.slice((page - 1) * size, page * size);
  return { ...content, results, ...("totalCount" in content && { totalCount: all.length }) };
}

export const withoutCredentials = ({ rawHeaders, ...request }) => ({
  ...request,
  rawHeaders: rawHeaders.filter((_text, at) => !/^authorization$/i.test(rawHeaders[at - (at % 2)])),
});

/**
 * Refuses requests that `isWrong` selects before the server sees them; callers without credentials get the challenge
 * first.
 */
export const turnsAway =
  (operation, { status, errorCode, detail }, isWrong, shows) =>
  async (request, pass) => {
    const isAsked = request.operation === operation && digestOf(request).username !== undefined;
    if (!isAsked || !(await isWrong(request))) return pass(request);
    const answer = await pass(withoutCredentials(request));
    const rawHeaders = answer.rawHeaders.filter(([name]) => !/^www-authenticate$/i.test(name));
    shows();
    const error = { detail, error: status, errorCode, reason: STATUS_CODES[status] };
    return withStatus(request, { ...answer, rawHeaders }, status, error);
  };

/** The attempts for a request with some changed query parameters. */
export async function attemptsOf(caller, request, changes) {
  const { target } = withQuery(request, { envelope: undefined, pretty: undefined, ...changes });
  const { status, json } = await caller.send("GET", target, acceptOf(request));
  return status === 200 ? json.accessLogs : undefined;
}
