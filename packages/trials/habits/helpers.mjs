// Helpers for the unusual servers.
import { STATUS_CODES } from "node:http";
import { accepted, contentOf, digestOf, jsonOf, queryOf, withContent, withStatus } from "../defects/answers.mjs";
import { ask, repaged, wholeList } from "../defects/asking.mjs";

export * from "../defects/answers.mjs";
export * from "../defects/asking.mjs";
export { isPaged, placeOf } from "../safety/interface.mjs";

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const isList = (id = "") => /^list|^getAccessLogs|^discover/.test(id);
export const isRead = ({ method }) => method === "GET";
export const idOf = (record) => record?.id ?? record?._id ?? record?.indexID ?? record?.roleId;
export const lastOf = ({ path }) => decodeURIComponent(path.split("/").at(-1));
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Stacks fronts; the first one sees the request first and the answer last. */
export const stack =
  (...factories) =>
  (server) => {
    const lies = factories.map((factory) => factory(server));
    return lies.reduceRight(
      (inner, lie) => (request, pass) => lie(request, (changed) => inner(changed, pass)),
      (request, pass) => pass(request),
    );
  };

/** Simulates other clients: a step at every `every`th request, at most `most` times. */
export const living = (every, most, makeStep) => (server) => {
  const step = makeStep(server);
  let count = 0;
  let done = 0;
  let isBusy = false;
  return async (request, pass) => {
    count += 1;
    if (count % every === 0 && done < most && !isBusy) {
      isBusy = true;
      try {
        if (await step(done)) {
          done += 1;
          server.shows();
        }
      } catch {
        // Errors of the other client do not matter here.
      } finally {
        isBusy = false;
      }
    }
    return pass(request);
  };
};

export const asks =
  ({ caller, fixtures }) =>
  (id, values, body) =>
    ask(caller, id, { ...fixtures, ...values }, body);

/** Applies `change` to a whole list. Returns the answer unchanged if the main key sees less or if nothing changes. */
export async function relisted({ caller }, request, answer, change, without = []) {
  const content = contentOf(answer);
  if (!Array.isArray(content?.results)) return answer;
  const all = await wholeList(caller, request, without);
  if (all.length < content.results.length) return answer;
  const other = change(all);
  return other === undefined ? answer : repaged(request, answer, other);
}

/** An error in the standard form, the same or another one. */
export function refused(request, answer, status, errorCode, detail, headers = []) {
  const kept = answer.rawHeaders.filter(([name]) => !/^content-type$/i.test(name));
  const error = { detail, error: status, errorCode, reason: STATUS_CODES[status] };
  const other = withStatus(request, answer, status, error);
  return { ...other, rawHeaders: [...kept, ["Content-Type", "application/json"], ...headers] };
}

export const errorOf = (answer) => {
  const content = contentOf(answer);
  return answer.status >= 400 && typeof content?.errorCode === "string" ? content : undefined;
};

export const without = (headers, name) => headers.filter(([own]) => own.toLowerCase() !== name);
export const headerIn = (headers, name) => headers.find(([own]) => own.toLowerCase() === name)?.[1];
export const setHeader = (answer, name, value) => ({
  ...answer,
  rawHeaders: [...without(answer.rawHeaders, name.toLowerCase()), [name, value]],
});

/** The challenge of the server for a request without credentials. */
export function challenged(request, pass) {
  const rawHeaders = request.rawHeaders.filter(
    (_text, at) => request.rawHeaders[at - (at % 2)].toLowerCase() !== "authorization",
  );
  return pass({ ...request, rawHeaders });
}

export const isDigest = (request) => digestOf(request).username !== undefined;
export const isTrue = (request, name) => queryOf(request).get(name) === "true";

/** Serialises JSON in another notation with the same meaning. */
export function writeJson(value, how, depth = 0) {
  const { number = String, string = JSON.stringify, order = (names) => names, comma = ",", colon = ":" } = how;
  const { indent, line = "\n" } = how;
  const inner = indent === undefined ? "" : line + indent.repeat(depth + 1);
  const outer = indent === undefined ? "" : line + indent.repeat(depth);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return string(value);
  if (value === null || typeof value !== "object") return String(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((one) => writeJson(one, how, depth + 1))
    : order(Object.keys(value)).map((name) => `${string(name)}${colon}${writeJson(value[name], how, depth + 1)}`);
  if (items.length === 0) return open + close;
  return open + inner + items.join((indent === undefined ? comma : ",") + inner) + outer + close;
}

export const rewritten =
  (how) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const json = answer.body.length > 0 ? jsonOf(answer.body) : undefined;
    if (json === undefined) return answer;
    const pretty = isTrue(request, "pretty") ? { indent: how.step ?? "  " } : {};
    const text = `${how.before ?? ""}${writeJson(json, { ...how, ...pretty })}${how.after ?? ""}`;
    const body = Buffer.from(text);
    if (body.equals(answer.body)) return answer;
    shows();
    return { ...answer, body };
  };

/** Applies `change` to each shown record (undefined keeps it). */
export const viewed = (operations, change) => (server) => async (request, pass) => {
  const answer = await pass(request);
  if (!operations.includes(request.operation) || !accepted(answer)) return answer;
  const content = contentOf(answer);
  if (content === undefined) return answer;
  let altered = false;
  const one = (record) => {
    const other = isObject(record) ? change(record, request, server) : undefined;
    if (other !== undefined) altered = true;
    return other ?? record;
  };
  const other = Array.isArray(content)
    ? content.map(one)
    : Array.isArray(content.results)
      ? { ...content, results: content.results.map(one) }
      : one(content);
  if (!altered) return answer;
  server.shows();
  return withContent(answer, other);
};

/** Records the ids of records created through the front, with their time. */
export const learning = (operations, born) => async (request, pass) => {
  const answer = await pass(request);
  if (operations.includes(request.operation) && accepted(answer)) {
    const id = idOf(contentOf(answer));
    if (id !== undefined) born.set(id, Date.now());
  }
  return answer;
};

/** Replaces an answer about a missing record with the record, in the requested media type. */
export function foundAgain(request, answer, record) {
  const accept =
    request.rawHeaders[request.rawHeaders.findIndex((text, at) => at % 2 === 0 && /^accept$/i.test(text)) + 1];
  const type = headerIn(answer.rawHeaders, "content-type");
  const other = withStatus(request, answer, 200, record);
  return setHeader(
    other,
    "Content-Type",
    answer.status === 200 ? type : /^application\//.test(accept ?? "") ? accept : "application/json",
  );
}
