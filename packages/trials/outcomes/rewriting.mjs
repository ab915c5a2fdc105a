// A server before an honest one whose answers are rewritten, or given in its place.
import { openBefore } from "./before.mjs";

/**
 * `handle(asked, pass)` gives the answer: `asked` has method, path, query and json of a request, `pass` asks the honest
 * server, with another body where one is given, and resolves to `{ status, rawHeaders, body, json }`. What is handed back with another `json` is written anew.
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

/** An answer with another body, and another status where one is given. */
export function saying(answer, json, status = answer.status) {
  const rawHeaders = json === undefined ? without(answer.rawHeaders, "content-type") : typed(answer.rawHeaders);
  const indent = answer.body.includes("\n") ? 2 : undefined;
  const text = json === undefined ? "" : JSON.stringify(json, undefined, indent);
  return { ...answer, status, rawHeaders, json, body: Buffer.from(text) };
}

/** What stands in the envelope, or is the body; `change` gives it anew. */
export function changing(asked, answer, change) {
  if (answer.json === undefined) return answer;
  const isEnveloped = asked.query.get("envelope") === "true" && answer.json.content !== undefined;
  if (isEnveloped) return saying(answer, { ...answer.json, content: change(answer.json.content) });
  return saying(answer, change(answer.json));
}

/** Each record of a list, or the one that is shown. */
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
