// A server before a correct one that rewrites or replaces its answers.
import { openBefore } from "./before.mjs";

/**
 * `handle(asked, pass)` returns the answer: `asked` has method, path, query and json of a request, `pass` sends it to
 * the correct server, optionally with another body, and resolves to `{ status, rawHeaders, body, json }`. An answer
 * with another `json` is serialised again.
 */
export function openRewriting(upstream, handle) {
  return openBefore(upstream, async ({ asked, body, answer, carried }) => {
    const { pathname, searchParams } = new URL(asked.url, "http://server");
    const one = {
      method: asked.method,
      path: pathname,
      query: searchParams,
      headers: asked.headers,
      json: parsed(body.toString("utf8")),
    };
    const read = async (rawHeaders, sent) => {
      const said = await carried(asked.method, asked.url, rawHeaders, sent);
      return { ...said, json: parsed(said.body.toString("utf8")) };
    };
    const pass = (other) => {
      if (other === undefined) return read(asked.rawHeaders, body);
      const changed = Buffer.from(JSON.stringify(other));
      return read(withLength(asked.rawHeaders, changed.length), changed);
    };
    const { status, rawHeaders, body: said } = await handle(one, pass);
    answer.writeHead(status, withLength(rawHeaders, said.length));
    answer.end(said);
  });
}

/** The answer with another body, and optionally another status. */
export function saying(answer, json, status = answer.status) {
  const rawHeaders = json === undefined ? without(answer.rawHeaders, "content-type") : typed(answer.rawHeaders);
  const indent = answer.body.includes("\n") ? 2 : undefined;
  const text = json === undefined ? "" : JSON.stringify(json, undefined, indent);
  return { ...answer, status, rawHeaders, json, body: Buffer.from(text) };
}

/** Applies `change` to the content of the envelope, or to the whole body. */
export function changing(asked, answer, change) {
  if (answer.json === undefined) return answer;
  const isEnveloped = asked.query.get("envelope") === "true" && answer.json.content !== undefined;
  if (isEnveloped) return saying(answer, { ...answer.json, content: change(answer.json.content) });
  return saying(answer, change(answer.json));
}

/** Applies `change` to each record of a list, or to a single record. */
export function changingRecords(asked, answer, change) {
  const isRecord = (one) => typeof one === "object" && one !== null && !Array.isArray(one);
  return changing(asked, answer, (json) => {
    if (Array.isArray(json)) return json.map((one) => (isRecord(one) ? change(one) : one));
    if (Array.isArray(json?.results)) return { ...json, results: json.results.map(change) };
    return isRecord(json) ? change(json) : json;
  });
}

export function without(rawHeaders, name) {
  return rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)].toLowerCase() !== name);
}

function typed(rawHeaders) {
  const hasType = rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === "content-type");
  return hasType ? rawHeaders : [...rawHeaders, "Content-Type", "application/json"];
}

function withLength(rawHeaders, length) {
  const kept = without(without(rawHeaders, "content-length"), "transfer-encoding");
  return [...kept, "Content-Length", String(length)];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
