// Faulty or hostile answers of servers, by name.
const V = "HTTP/1.1 ";
const LENGTH = "Content-Length: 2\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const ok = (more = LENGTH, body = "ok") => `${V}200 OK\r\n${more}\r\n${body}`;
const OTHER = `${V}200 Other\r\nContent-Length: 5\r\n\r\nother`;

const statuses = ["000", "099", "099 ", "20", "1000", "0200", "-200", "2x0", "600", "999", "299", "205"].map(
  (status) => [`status ${JSON.stringify(status)}`, `${V}${status} X\r\n${LENGTH}\r\nok`],
);

const reasons = [
  ["ESC", "\u001b[31mred"],
  ["BEL", "\u0007"],
  ["DEL", "\u007f"],
  ["NUL", "a\0b"],
  ["CR", "a\rb"],
  ["LF", "a\nb"],
  ["Latin-1", "Stra\u00dfe"],
  ["a tab", "a\tb"],
  ["10 KB", "a".repeat(10_000)],
  ["HTTP", "HTTP/1.1 200 OK"],
  ["nothing", ""],
].map(([name, reason]) => [`a reason phrase of ${name}`, `${V}200 ${reason}\r\n${LENGTH}\r\nok`]);

const empty = ["204", "304"].flatMap((status) => [
  [`${status} with a length`, `${V}${status} X\r\n${LENGTH}\r\n`],
  [`${status} with a length and a body`, `${V}${status} X\r\n${LENGTH}\r\nok`],
  [`${status} with chunks`, `${V}${status} X\r\n${CHUNKED}\r\n`],
  [`${status} with a body in chunks`, `${V}${status} X\r\n${CHUNKED}\r\n2\r\nok\r\n0\r\n\r\n`],
  [`${status} with trailers`, `${V}${status} X\r\nTrailer: X\r\n${CHUNKED}\r\n0\r\nX: 1\r\n\r\n`],
  [`${status} with Trailer alone`, `${V}${status} X\r\nTrailer: X\r\n\r\n`],
]);

const informational = [
  ["103", `${V}103 Early Hints\r\nLink: </a>; rel=preload\r\nlink: </b>\r\n\r\n${ok()}`],
  ["102, 103 and 199", `${V}102 P\r\n\r\n${V}103 E\r\nX: 1\r\n\r\n${V}199 \u00e4\r\n\r\n${ok()}`],
  ["100 that nobody waits for", `${V}100 Continue\r\n\r\n${ok()}`],
  ["103 with a length", `${V}103 E\r\nContent-Length: 3\r\n\r\n${ok()}`],
  ["103 with chunks", `${V}103 E\r\n${CHUNKED}\r\n${ok()}`],
  ["103 with Connection: content-length", `${V}103 E\r\nConnection: content-length\r\n\r\n${ok()}`],
  ["103 with ESC as its reason", `${V}103 \u001b\r\n\r\n${ok()}`],
  ["103 and nothing else", `${V}103 E\r\n\r\n`],
  ["50 of 103", `${V}103 E\r\n\r\n`.repeat(50) + ok()],
  [
    "101 that nobody asked for",
    `${V}101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nhello`,
  ],
  ["101 without Upgrade", `${V}101 Switching Protocols\r\n\r\nhello`],
  ["101 and an answer behind it", `${V}101 Switching Protocols\r\n\r\n${ok()}`],
  ["103 before 101", `${V}103 E\r\n\r\n${V}101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n`],
];

const framings = [
  ["length and chunks", ok(`${LENGTH}${CHUNKED}`, "2\r\nok\r\n0\r\n\r\n")],
  ["chunks and length", ok(`${CHUNKED}${LENGTH}`, "2\r\nok\r\n0\r\n\r\n")],
  ["length twice", ok(`${LENGTH}${LENGTH}`)],
  ["two lengths", ok(`${LENGTH}Content-Length: 3\r\n`)],
  ["a list of lengths", ok("Content-Length: 2, 2\r\n")],
  ["a negative length", ok("Content-Length: -2\r\n")],
  ["a length of words", ok("Content-Length: two\r\n")],
  ["an empty length", ok("Content-Length:\r\n")],
  ["gzip and chunks", ok("Transfer-Encoding: gzip, chunked\r\n", "2\r\nok\r\n0\r\n\r\n")],
  ["gzip alone", ok("Transfer-Encoding: gzip\r\n"), true],
  ["identity", ok("Transfer-Encoding: identity\r\n"), true],
  ["an empty coding", ok("Transfer-Encoding:\r\n"), true],
  ["chunks twice", ok(`${CHUNKED}${CHUNKED}`, "0\r\n\r\n")],
  ["a folded coding", ok("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n")],
  ["Connection names content-length", ok(`Connection: content-length\r\n${LENGTH}`)],
  ["Connection names transfer-encoding", ok(`Connection: transfer-encoding\r\n${CHUNKED}`, "2\r\nok\r\n0\r\n\r\n")],
  [
    "Connection names www-authenticate",
    `${V}401 No\r\nConnection: WWW-Authenticate, X-Own\r\nWWW-Authenticate: Digest a="b"\r\nX-Own: 1\r\n${LENGTH}\r\nok`,
  ],
  ["Connection names set-cookie", ok(`Connection: set-cookie\r\nSet-Cookie: a=b\r\n${LENGTH}`)],
  ["no framing, and an end", ok(""), true],
  ["no framing, nothing, and an end", ok("", ""), true],
  [
    "a length behind 2,100 fields",
    ok(`${Array.from({ length: 2_100 }, (_, at) => `X${at}: 1\r\n`).join("")}${LENGTH}`),
  ],
  ["HTTP/1.0 by its end", "HTTP/1.0 200 OK\r\n\r\nok", true],
  ["HTTP/1.0 with chunks", `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n2\r\nok\r\n0\r\n\r\n`, true],
  ["a body that is shorter than it says", ok("Content-Length: 20\r\n"), true],
  ["a body that is never finished", ok("Content-Length: 20\r\n")],
  ["a chunk that is cut", ok(CHUNKED, "5\r\nab"), true],
  ["no last chunk", ok(CHUNKED, "2\r\nok\r\n"), true],
  ["no end behind the last chunk", ok(CHUNKED, "2\r\nok\r\n0\r\n"), true],
  ["a bad chunk size", ok(CHUNKED, "zz\r\nok\r\n0\r\n\r\n")],
  ["a chunk longer than it says", ok(CHUNKED, "2\r\nokokok\r\n0\r\n\r\n")],
  ["a bad chunk behind a good one", ok(CHUNKED, "2\r\nok\r\nzz\r\n")],
  ["bytes behind the body", `${ok()}EXTRA`],
  ["a second answer behind the body", `${ok()}${OTHER}`],
  ["a second answer behind a 204", `${V}204 No Content\r\n\r\n${OTHER}`],
  ["a second answer behind the last chunk", `${ok(CHUNKED, "2\r\nok\r\n0\r\n\r\n")}${OTHER}`],
];

const trailers = [
  ["trailers", ok(`Trailer: X\r\n${CHUNKED}`, "2\r\nok\r\n0\r\nX-One: 1\r\nx-one: 2\r\n\r\n")],
  ["trailers that were not announced", ok(CHUNKED, "2\r\nok\r\n0\r\nX: \u00e4\r\n\r\n")],
  ["Trailer with a length", ok(`Trailer: X\r\n${LENGTH}`)],
  ["Trailer and an end", ok("Trailer: X\r\n"), true],
  ["a length in a trailer", ok(CHUNKED, "2\r\nok\r\n0\r\nContent-Length: 5\r\n\r\n")],
  ["a coding in a trailer", ok(CHUNKED, "2\r\nok\r\n0\r\nTransfer-Encoding: gzip\r\n\r\n")],
  ["Connection in a trailer", ok(CHUNKED, "2\r\nok\r\n0\r\nConnection: close\r\nX: 1\r\n\r\n")],
  ["ESC in a trailer", ok(CHUNKED, "2\r\nok\r\n0\r\nX: \u001b\r\n\r\n")],
  ["a trailer without a colon", ok(CHUNKED, "2\r\nok\r\n0\r\nfoo\r\n\r\n")],
  ["60 KB of trailers", ok(CHUNKED, `2\r\nok\r\n0\r\n${`X: ${"a".repeat(1_000)}\r\n`.repeat(60)}\r\n`)],
];

const lines = [
  ["LF instead of CRLF", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"],
  ["a folded field", ok(`X: a\r\n b\r\n${LENGTH}`)],
  ["a space before a colon", ok(`X : a\r\n${LENGTH}`)],
  ["a field without a colon", ok(`foo\r\n${LENGTH}`)],
  ["a field without a name", ok(`: a\r\n${LENGTH}`)],
  ["NUL in a value", ok(`X: a\0b\r\n${LENGTH}`)],
  ["ESC in a value", ok(`X: \u001b[31m\r\n${LENGTH}`)],
  ["CR in a value", ok(`X: a\rb\r\n${LENGTH}`)],
  ["Latin-1 in a value", ok(`X: \u00e4\r\n${LENGTH}`)],
  ["Latin-1 in a name", ok(`\u00e4: 1\r\n${LENGTH}`)],
  ["the same field 500 times", ok("Set-Cookie: a=b\r\n".repeat(500) + LENGTH)],
  ["40 KB of fields", ok(`X: ${"a".repeat(40_000)}\r\n${LENGTH}`)],
  ["100 KB of fields, which is more than is read", ok(`X: ${"a".repeat(100_000)}\r\n${LENGTH}`)],
  ["Upgrade in a 200", ok(`Upgrade: h2c\r\nConnection: upgrade\r\n${LENGTH}`)],
  ["Keep-Alive and Proxy-Connection", ok(`Keep-Alive: timeout=1\r\nProxy-Connection: close\r\n${LENGTH}`)],
  ["no answer and an end", "", true],
  ["half a status line and an end", "HTTP/1.1 20", true],
  ["half a head and an end", `${V}200 OK\r\nX: 1`, true],
  ["a body of HTTP/0.9", "hello", true],
  ["ICY", "ICY 200 OK\r\n\r\nok", true],
  ["HTTP/2.0", `HTTP/2.0 200 OK\r\n${LENGTH}\r\nok`],
  ["HTTP/2", `HTTP/2 200 OK\r\n${LENGTH}\r\nok`],
  ["HTTP/9.9", `HTTP/9.9 200 OK\r\n${LENGTH}\r\nok`],
  ["two spaces before the status", `HTTP/1.1  200 OK\r\n${LENGTH}\r\nok`],
  ["a space before the version", ` HTTP/1.1 200 OK\r\n${LENGTH}\r\nok`],
  ["empty lines before", `\r\n\r\n${ok()}`],
  ["no reason phrase", `HTTP/1.1 200\r\n${LENGTH}\r\nok`],
  ["a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["SSH", "SSH-2.0-OpenSSH_9.6\r\n", true],
  ["TLS", "\u0015\u0003\u0003\0\u0002\u0002\u0028", true],
  ["NULs", "\0".repeat(1_000), true],
];

const byMethod = ["HEAD", "OPTIONS", "DELETE"].flatMap((method) => [
  [`a body to ${method}`, ok(), false, method],
  [`chunks to ${method}`, ok(CHUNKED, "2\r\nok\r\n0\r\n\r\n"), false, method],
  [`trailers to ${method}`, ok(`Trailer: X\r\n${CHUNKED}`, "2\r\nok\r\n0\r\nX: 1\r\n\r\n"), false, method],
]);

const groups = { statuses, reasons, empty, informational, framings, trailers, lines, byMethod };
export const hostileServers = Object.values(groups)
  .flat()
  .map(([name, bytes, isOver = false, method = "GET"]) => ({
    name,
    bytes,
    isOver,
    method,
    mayFail: name.endsWith("more than is read"),
  }));
