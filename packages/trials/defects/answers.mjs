// Reads and rewrites requests and answers for the defects. Every part of their form that a defect does not change is
// preserved.
import { STATUS_CODES } from "node:http";
import { operationAt } from "../safety/interface.mjs";

const STEP = 2;

export const accepted = ({ status }) => status >= 200 && status < 300;

export function jsonOf(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEnvelope = (json) => isObject(json) && typeof json.status === "number" && "content" in json;

/** The content of an answer, with or without an envelope. */
export function contentOf(answer) {
  const json = jsonOf(answer.body);
  return isEnvelope(json) ? json.content : json;
}

/** The answer with another content, in its envelope and its form. */
export function withContent(answer, content) {
  const json = jsonOf(answer.body);
  return withWhole(answer, isEnvelope(json) ? { ...json, content } : content);
}

/** The answer with another body, indented if it was. */
export function withWhole(answer, json) {
  const step = /^[[{]\s*\n/.test(answer.body.toString("utf8")) ? STEP : 0;
  return { ...answer, body: Buffer.from(JSON.stringify(json, undefined, step)) };
}

/** Replaces the content of an answer with a record or an error, in the requested form. */
export function withStatus(request, answer, status, content) {
  const query = queryOf(request);
  const json = query.get("envelope") === "true" ? { status, content } : content;
  const body = Buffer.from(JSON.stringify(json, undefined, query.get("pretty") === "true" ? STEP : 0));
  return { ...answer, status, reason: STATUS_CODES[status], body };
}

/** The records of a list; undefined if the content is not a list. */
function recordsOf(content) {
  if (Array.isArray(content)) return content;
  const named = content?.results ?? content?.accessLogs;
  return Array.isArray(named) ? named : undefined;
}

function withRecords(content, records) {
  if (Array.isArray(content)) return records;
  return { ...content, [Array.isArray(content.results) ? "results" : "accessLogs"]: records };
}

/** Applies `change` to each record of a content, in a list or alone; undefined when none changes. */
export function eachRecord(content, change) {
  let altered = false;
  const one = (record) => {
    const other = change(record);
    if (other === undefined) return record;
    altered = true;
    return other;
  };
  const records = recordsOf(content);
  const whole = records === undefined ? one(Object(content)) : withRecords(content, records.map(one));
  return altered ? whole : undefined;
}

/** The body of a request; undefined if it is not an object. */
export function asked({ body }) {
  const json = jsonOf(body);
  return isObject(json) ? json : undefined;
}

export const withBody = (request, json) => ({ ...request, body: Buffer.from(JSON.stringify(json)) });
export const queryOf = ({ target }) => new URLSearchParams(target.split("?")[1] ?? "");
export const versionOf = ({ method, path }) => operationAt(method, path)?.version;

/** The value of a header of a request. */
export function headerOf({ rawHeaders }, name) {
  const at = rawHeaders.findIndex((text, place) => place % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}

export const acceptOf = (request) => headerOf(request, "accept") ?? "application/json";

/** The parameters of a digest by name; empty without a digest. */
export function digestOf(request) {
  const text = headerOf(request, "authorization") ?? "";
  if (!/^digest /i.test(text)) return {};
  const fields = [...text.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)];
  return Object.fromEntries(fields.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}
