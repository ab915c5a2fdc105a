// Parses HTTP/1.1 from raw bytes as strictly as RFC 9112 specifies. It shares no code with the proxy or Node's parser,
// so that it can tell what was sent on either side of the proxy.

const LINE = "\r\n";
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The result for the beginning of some bytes: a message and its length, the beginning of a message, or neither. */
const message = (read, length) => ({ kind: "message", ...read, length });
const PARTIAL = { kind: "partial" };
const fault = (why) => ({ kind: "fault", why });

/**
 * The first request in a text in Latin-1. It is lenient where all parsers agree: empty lines before the request, and
 * several spaces.
 */
export function readRequest(text) {
  const skipped = /^[\r\n]*/.exec(text)[0].length;
  const head = readHead(text, skipped);
  if (head.kind !== "head") return head;
  const [, method, target, version] = /^(\S+) +(\S+) +(?:HTTP|RTSP|ICE)\/(1\.[01])$/.exec(head.first) ?? [];
  if (method === undefined || !TOKEN.test(method) || !/^[\x21-\x7e]+$/.test(target)) return fault("request line");
  const hosts = valuesOf(head.fields, "host");
  if (hosts.length > 1) return fault("several hosts");
  const framing = framingOf(head.fields);
  if (framing.kind === "fault") return framing;
  if (framing.kind === "chunks" && version === "1.0") return fault("chunks in HTTP/1.0");
  const read = { method, target, version, fields: head.fields };
  if (framing.kind === "none") return message({ ...read, isFramed: false, body: "", trailers: [] }, head.end);
  return withBody(text, head.end, framing, { ...read, isFramed: true });
}

/** The first answer in a text to a request with this method; `isEnd` means that no more bytes follow. */
export function readAnswer(text, method, isEnd) {
  const informed = [];
  let at = 0;
  for (;;) {
    const head = readHead(text, at);
    if (head.kind !== "head") return head;
    const [, status, reason = ""] = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/s.exec(head.first) ?? [];
    if (status === undefined || !VALUE.test(reason)) return fault("status line");
    if (status < "100") return fault("status");
    const read = { status, reason, fields: head.fields };
    if (status.startsWith("1")) {
      if (status === "101") return fault("another protocol");
      informed.push(read);
      at = head.end;
      continue;
    }
    const framing = framingOf(head.fields);
    if (framing.kind === "fault") return framing;
    const bare = { ...read, informed };
    if (method === "HEAD" || status === "204" || status === "304")
      return message({ ...bare, isFramed: true, body: "", trailers: [] }, head.end);
    if (framing.kind !== "none") return withBody(text, head.end, framing, { ...bare, isFramed: true });
    if (!isEnd) return PARTIAL;
    return message({ ...bare, isFramed: false, body: text.slice(head.end), trailers: [] }, text.length);
  }
}

export const valuesOf = (fields, wanted) =>
  fields.flatMap(([name, value]) => (name.toLowerCase() === wanted ? value : []));

function readHead(text, start) {
  const over = text.indexOf(LINE + LINE, start);
  const known = over === -1 ? text.slice(start) : text.slice(start, over);
  const [first, ...lines] = known.split(LINE);
  // A fault in the bytes so far cannot be repaired by later ones.
  if (over === -1) return /[^\r]\n|\r[^\n]|\0/.test(known) ? fault("line ends") : PARTIAL;
  const fields = fieldsOf(lines);
  return fields === undefined ? fault("field line") : { kind: "head", first, fields, end: over + 4 };
}

function fieldsOf(lines) {
  const fields = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, "")];
    // Node does not recognise a length or a coding with a tab after it, which the standard allows.
    if (/\t *$/.test(line) && /^(content-length|transfer-encoding)$/i.test(name)) return undefined;
    if (colon < 1 || !TOKEN.test(name) || !VALUE.test(value)) return undefined;
    fields.push([name, value]);
  }
  return fields;
}

function framingOf(fields) {
  const [lengths, codings] = [valuesOf(fields, "content-length"), valuesOf(fields, "transfer-encoding")];
  if (codings.length > 0) {
    if (lengths.length > 0) return fault("length and coding");
    return codings.join(",").toLowerCase() === "chunked" ? { kind: "chunks" } : fault("coding");
  }
  if (lengths.length === 0) return { kind: "none" };
  if (lengths.length > 1 || !/^\d{1,15}$/.test(lengths[0])) return fault("length");
  return { kind: "length", bytes: Number(lengths[0]) };
}

function withBody(text, at, framing, read) {
  if (framing.kind === "chunks") return chunked(text, at, read);
  const end = at + framing.bytes;
  return end > text.length ? PARTIAL : message({ ...read, body: text.slice(at, end), trailers: [] }, end);
}

function chunked(text, start, read) {
  let body = "";
  let at = start;
  for (;;) {
    const end = text.indexOf(LINE, at);
    const line = end === -1 ? text.slice(at) : text.slice(at, end);
    if (end === -1) return /^[0-9a-f]*(;[^\n]*)?\r?$/i.test(line) ? PARTIAL : fault("chunk size");
    const [, size] = /^([0-9a-f]{1,12})(?:;[\w-]+(?:=[\w-]*)?)*$/i.exec(line) ?? [];
    if (size === undefined) return fault("chunk size");
    at = end + 2;
    const bytes = Number.parseInt(size, 16);
    if (bytes === 0) return withTrailers(text, at, { ...read, body });
    if (at + bytes + 2 > text.length) return PARTIAL;
    if (text.slice(at + bytes, at + bytes + 2) !== LINE) return fault("chunk end");
    body += text.slice(at, at + bytes);
    at += bytes + 2;
  }
}

function withTrailers(text, at, read) {
  if (text.startsWith(LINE, at)) return message({ ...read, trailers: [] }, at + 2);
  const over = text.indexOf(LINE + LINE, at);
  if (over === -1) return /[^\r]\n|\r[^\n]|\0/.test(text.slice(at)) ? fault("line ends") : PARTIAL;
  const trailers = fieldsOf(text.slice(at, over).split(LINE));
  if (trailers === undefined) return fault("trailer line");
  // A field without a value frames nothing, and no parser forwards it.
  const framing = trailers.filter(([, value]) => value !== "");
  if (framingOf(framing).kind !== "none") return fault("framing in a trailer");
  return message({ ...read, trailers }, over + 4);
}
