// Conversations by a seed: well-formed messages, and the same with changed bytes.
import { pick } from "../safety/random.mjs";

const METHODS = ["GET", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const TARGETS = ["/a", "/a/b?c=d&&e", "/%2e%2e/%00", "http://b.example:1/a", "//a//", "/a;b='c'"];
const FIELDS = [
  "Accept: */*",
  "Connection: keep-alive",
  "Connection: content-length",
  "Connection: transfer-encoding, x-own",
  "Connection: Host, Authorization",
  "Keep-Alive: timeout=5",
  "Proxy-Connection: keep-alive",
  "Trailer: X-Sum",
  "TE: trailers",
  "X-Own: 1",
  "x-own: 2",
  "X-Empty:",
  "X-Latin: \u00e4\u00ff",
  "X-Spaces: \t a  b \t",
  'Authorization: Digest a="b", c=d',
  'WWW-Authenticate: Digest realm="a", nonce="b=="',
  "Cookie: a=b",
  "Set-Cookie: a=b; Path=/",
  "Content-Type: application/json",
  "Date: Thu, 01 Jan 1970 00:00:00 GMT",
  "Via: 1.1 a",
  `X-Long: ${"l".repeat(2_000)}`,
];
const TRAILERS = ["X-Sum: 1", "x-sum: 2", "X-Latin: \u00e4", "Host: b", "Keep-Alive: 5"];
const STATUSES = ["200", "200", "201", "204", "205", "299", "304", "400", "401", "404", "500", "599", "600", "999"];
const REASONS = ["OK", "", "Two Words", "\u00e4\u00ff", "a\tb"];
const INFORMATIONAL = ["100 Continue", "102 P", "103 Early Hints", "199 \u00e4"];
/** Bytes that parsers interpret differently. */
const SNIPPETS = [
  "\r\n",
  "\r",
  "\n",
  "\0",
  " ",
  "\t",
  ":",
  ",",
  ";",
  "0",
  "\r\n\r\n",
  "\r\n ",
  "\u001b",
  "\u007f",
  "\u00ff",
  "0\r\n\r\n",
  "Content-Length: 0\r\n",
  "Content-Length: 5\r\n",
  "Content-Length : 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip\r\n",
  "Transfer-Encoding:\r\n",
  "Connection: close\r\n",
  "Connection: upgrade\r\nUpgrade: h2c\r\n",
  "Expect: 100-continue\r\n",
  "Host: b\r\n",
  "HTTP/1.0",
  "HTTP/1.1 101 S\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n",
  "HTTP/1.1 103 E\r\n\r\n",
  "DELETE /inner HTTP/1.1\r\nHost: x\r\n\r\n",
];

const some = (random, values, most) =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(random, values));
const numbered = (target, number) => `${target}${target.includes("?") ? "&" : "?"}n=${number}`;

function bodyOf(random) {
  if (random() < 0.3) return "DELETE /inner HTTP/1.1\r\nHost: x\r\n\r\n";
  return Array.from({ length: Math.floor(random() * 40) }, () => String.fromCharCode(Math.floor(random() * 256))).join(
    "",
  );
}

/** Header fields and bytes of a chunked body. */
function inChunks(random, body) {
  let chunks = "";
  for (let at = 0; at < body.length; ) {
    const size = 1 + Math.floor(random() * (body.length - at));
    const extension = random() < 0.1 ? ";a=b" : "";
    chunks += `${size.toString(16)}${extension}\r\n${body.slice(at, at + size)}\r\n`;
    at += size;
  }
  const trailers = random() < 0.4 ? some(random, TRAILERS, 3) : [];
  return {
    field: ["Transfer-Encoding: chunked"],
    bytes: `${chunks}0\r\n${trailers.map((one) => `${one}\r\n`).join("")}\r\n`,
  };
}

const byLength = (body) => ({ field: [`Content-Length: ${body.length}`], bytes: body });

function shuffled(random, values) {
  return values
    .map((value) => [random(), value])
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);
}

const written = (first, fields, bytes) => `${first}\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n${bytes}`;

export function drawnRequest(random, number) {
  const method = pick(random, METHODS);
  const body = bodyOf(random);
  const roll = random();
  const framed = roll < 0.35 ? { field: [], bytes: "" } : roll < 0.7 ? byLength(body) : inChunks(random, body);
  const fields = shuffled(random, ["Host: a.example", ...some(random, FIELDS, 6), ...framed.field]);
  return written(`${method} ${numbered(pick(random, TARGETS), number)} HTTP/1.1`, fields, framed.bytes);
}

/** An answer, and whether the connection ends after it. */
export function drawnAnswer(random, method) {
  const status = pick(random, STATUSES);
  const isBare = method === "HEAD" || status === "204" || status === "304";
  const body = bodyOf(random);
  const roll = random();
  const isOver = roll < 0.15;
  const framed = isOver ? { field: [], bytes: body } : roll < 0.55 ? byLength(body) : inChunks(random, body);
  const first = random() < 0.25 ? some(random, INFORMATIONAL, 3) : [];
  const before = first.map((one) => written(`HTTP/1.1 ${one}`, some(random, FIELDS, 2), "")).join("");
  const fields = shuffled(random, [...some(random, FIELDS, 5), ...framed.field]);
  return {
    bytes: before + written(`HTTP/1.1 ${status} ${pick(random, REASONS)}`, fields, isBare ? "" : framed.bytes),
    isOver,
  };
}

/** The same bytes with one to three changes. */
export function changed(random, bytes) {
  let text = bytes;
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const at = Math.floor(random() * (text.length + 1));
    const length = random() < 0.5 ? 1 : Math.floor(random() * 20);
    const how = random();
    if (how < 0.35) text = text.slice(0, at) + pick(random, SNIPPETS) + text.slice(at);
    else if (how < 0.55) text = text.slice(0, at) + text.slice(at + length);
    else if (how < 0.75)
      text = text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1);
    else if (how < 0.9) text = text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    else text = text.slice(0, at) + text.slice(at).replace(/\r\n/, pick(random, SNIPPETS));
  }
  return text;
}

/** The bytes in parts that are written one after the other. */
export function parted(random, bytes) {
  if (random() < 0.6) return [bytes];
  const cuts = some(random, [0], 4).map(() => Math.floor(random() * bytes.length));
  const all = [0, ...cuts.sort((one, other) => one - other), bytes.length];
  return all
    .slice(1)
    .map((end, index) => bytes.slice(all[index], end))
    .filter((part) => part !== "");
}
