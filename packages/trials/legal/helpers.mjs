// Helpers for several of these twists.
import { STATUS_CODES } from "node:http";
import { accepted, acceptOf, contentOf, digestOf, jsonOf, queryOf, withWhole } from "../defects/answers.mjs";
import { failedWith } from "../defects/fourth/helpers.mjs";
import { withoutCredentials } from "../defects/third/helpers.mjs";

const FRAMING = /^(content-length|transfer-encoding|connection|keep-alive)$/i;
const TOKEN = "issueServiceToken";
const METRICS = "discoverMetricsTargets";

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a request is for the main interface, not for a token or for metrics. */
export const isMain = ({ operation }) => operation !== undefined && operation !== TOKEN && operation !== METRICS;

/** Whether a request has digest credentials; the server decides whether they are right. */
export const showsKey = (request) => digestOf(request).response !== undefined;

/** Returns a function that is true for every `n`th call. */
export function everyNth(n) {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
}

export const isBodiless = ({ method }, { status }) => method === "HEAD" || status === 204 || status === 304;

/** Headers of an answer except those that frame its body. */
export const unframed = ({ rawHeaders }) => rawHeaders.filter(([name]) => !FRAMING.test(name));

/** Writes an answer with additional headers. */
export function written(outgoing, request, answer, more = []) {
  const bodiless = isBodiless(request, answer);
  const length = bodiless ? [] : [["Content-Length", String(answer.body.length)]];
  outgoing.writeHead(answer.status, answer.reason, [...unframed(answer), ...more, ...length].flat());
  outgoing.end(bodiless ? undefined : answer.body);
}

/** Writes each answer in another way; `write` receives the outgoing answer and the intended content. */
export const writes = (write) => (server) => async (request, pass) => {
  const answer = await pass(request);
  return (outgoing) => write({ ...server, outgoing, request, answer });
};

/** Changes the headers of an answer; `change` receives name and value and returns the pairs that replace them. */
export const withHeaders = (answer, change) => ({
  ...answer,
  rawHeaders: answer.rawHeaders.flatMap(([name, value]) => change(name, value)),
});

export const withMore = (answer, ...more) => ({ ...answer, rawHeaders: [...answer.rawHeaders, ...more] });

export const headerIn = ({ rawHeaders }, pattern) => rawHeaders.find(([name]) => pattern.test(name))?.[1];

/** Applies `change` to the text of each JSON body; undefined keeps it. */
export const retold =
  (change) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const json = jsonOf(answer.body);
    const text = json === undefined ? undefined : change(json, request, answer);
    if (text === undefined || text === answer.body.toString("utf8")) return answer;
    shows();
    return { ...answer, body: Buffer.from(text) };
  };

/** Refuses requests that `isRefused` selects before the server sees them. */
export const refusedFirst =
  (isRefused, refusal, more = () => []) =>
  ({ shows }) =>
  async (request, pass) => {
    if (!(await isRefused(request))) return pass(request);
    const answer = await pass(withoutCredentials(request));
    shows();
    return withMore(failedWith(request, answer, refusal), ...more());
  };

/** Replaces a refusal; `pick` returns the new one, or undefined to keep it. */
export const refusedAs =
  (pick) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const refusal = answer.status >= 400 ? await pick(request, answer, contentOf(answer)) : undefined;
    if (refusal === undefined) return answer;
    shows();
    return failedWith(request, answer, refusal);
  };

/** Replaces the content of a success in the requested form; `change` returns undefined to keep it. */
export const retells =
  (operations, change) =>
  ({ shows, ...server }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!operations.includes(request.operation) || !accepted(answer)) return answer;
    const content = contentOf(answer);
    const other = content === undefined ? undefined : await change(content, request, server);
    if (other === undefined) return answer;
    shows();
    return withSame(answer, other);
  };

/** The answer with another content, in its envelope. */
export function withSame(answer, content) {
  const json = jsonOf(answer.body);
  const isWrapped = isObject(json) && typeof json.status === "number" && "content" in json;
  return withWhole(answer, isWrapped ? { ...json, content } : content);
}

const typeFor = (request) => (/^[\w./+-]+\+json$/.test(acceptOf(request)) ? acceptOf(request) : "application/json");

/** A success with another status, also in its envelope, with a content and a content type. */
export function succeeds(request, answer, status, content) {
  const json = queryOf(request).get("envelope") === "true" ? { status, content } : content;
  const step = queryOf(request).get("pretty") === "true" ? 2 : 0;
  const typed = headerIn(answer, /^content-type$/i) === undefined ? [["Content-Type", typeFor(request)]] : [];
  const body = Buffer.from(JSON.stringify(json, undefined, step));
  const rawHeaders = [...answer.rawHeaders, ...typed];
  return { ...answer, status, reason: STATUS_CODES[status], rawHeaders, body };
}

/** Replaces members at any depth by what `change` returns, unless it is undefined. */
export function everywhere(value, change) {
  if (Array.isArray(value)) return value.map((one) => everywhere(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, change(name, one) ?? everywhere(one, change)]),
  );
}
