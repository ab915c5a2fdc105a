// Hostile messages of clients, by name: bytes, or parts that are written one after the other. `PASSES` before a name
// means that the request is well formed and must be forwarded.
const H = "Host: a.example\r\n";
const get = (more = "", target = "/a") => `GET ${target} HTTP/1.1\r\n${H}${more}\r\n`;
const post = (more, body = "", target = "/a") => `POST ${target} HTTP/1.1\r\n${H}${more}\r\n${body}`;
const INNER = "DELETE /inner HTTP/1.1\r\nHost: x\r\n\r\n";
const LENGTH = `Content-Length: ${INNER.length}\r\n`;
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const IN_CHUNKS = `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`;
const bodied = (method, more, body) => `${method} /a HTTP/1.1\r\n${H}${more}\r\n${body}`;

const dropped = ["GET", "HEAD", "DELETE", "OPTIONS", "POST", "PATCH"].flatMap((method) => [
  [
    `PASSES ${method}, Connection names content-length`,
    bodied(method, `Connection: content-length\r\n${LENGTH}`, INNER),
  ],
  [
    `PASSES ${method}, Connection names transfer-encoding`,
    bodied(method, `Connection: Transfer-Encoding\r\n${CHUNKED}`, IN_CHUNKS),
  ],
  [`PASSES ${method} with a body by its length`, bodied(method, LENGTH, INNER)],
  [`PASSES ${method} with a body in chunks`, bodied(method, CHUNKED, IN_CHUNKS)],
]);

const named = [
  "host",
  "authorization",
  "cookie",
  "content-type",
  "x-own",
  "trailer",
  "te",
  "expect",
  "close, content-length",
].map((name) => [
  `PASSES Connection names ${name}`,
  post(
    `Connection: ${name}\r\nAuthorization: Digest a="b"\r\nX-Own: 1\r\nCookie: a=b\r\nContent-Type: a/b\r\nContent-Length: 2\r\n`,
    "{}",
  ),
]);

const lengths = [
  "3, 3",
  "3,4",
  "+3",
  "-3",
  "0x3",
  "3.0",
  "3 3",
  "",
  " ",
  "\t3",
  "1e1",
  "18446744073709551619",
  "99999999999999999999999999",
  "\u00b2",
  "3;a=b",
  "'3'",
  "3\u000b",
  "three",
].map((value) => [`Content-Length: ${JSON.stringify(value)}`, post(`Content-Length: ${value}\r\n`, `abc${INNER}`)]);

const codings = [
  "gzip, chunked",
  "chunked, gzip",
  "gzip",
  "identity",
  "xchunked",
  "chunkedx",
  "chunked, chunked",
  '"chunked"',
  "chunked;a=b",
  "chunked,",
  ",chunked",
  "",
  "\u000bchunked",
  "chunked\u0000",
  "x\r\n chunked",
  "\r\n chunked",
].map((value) => [`Transfer-Encoding: ${JSON.stringify(value)}`, post(`Transfer-Encoding: ${value}\r\n`, IN_CHUNKS)]);

const both = [
  ["length before chunks", post(`${LENGTH}${CHUNKED}`, IN_CHUNKS)],
  ["chunks before length", post(`${CHUNKED}${LENGTH}`, IN_CHUNKS)],
  ["length twice, the same", post(`${LENGTH}${LENGTH}`, INNER)],
  ["length twice, another", post(`Content-Length: 1\r\n${LENGTH}`, INNER)],
  ["chunks twice", post(`${CHUNKED}${CHUNKED}`, IN_CHUNKS)],
  ["gzip and chunks in two fields", post(`Transfer-Encoding: gzip\r\n${CHUNKED}`, IN_CHUNKS)],
  ["chunks in HTTP/1.0", `POST /a HTTP/1.0\r\n${H}${CHUNKED}\r\n${IN_CHUNKS}`],
  [
    "chunks and no body in HTTP/1.0 with keep-alive",
    `POST /a HTTP/1.0\r\n${H}Connection: keep-alive\r\n${CHUNKED}\r\n${IN_CHUNKS}`,
  ],
  ["a space before the colon of a length", post(`Content-Length : ${INNER.length}\r\n`, INNER)],
  ["a space before the colon of a coding", post("Transfer-Encoding : chunked\r\n", IN_CHUNKS)],
  ["a folded length", post("Content-Length:\r\n 3\r\n", "abc")],
  ["a length that is folded on", post("Content-Length: 1\r\n 2\r\n", "abcdefghijkl")],
  [
    "PASSES a length behind 2,100 fields",
    post(`${Array.from({ length: 2_100 }, (_, at) => `X${at}: 1\r\n`).join("")}${LENGTH}`, INNER),
  ],
  [
    "PASSES chunks behind 2,100 fields",
    post(`${Array.from({ length: 2_100 }, (_, at) => `X${at}: 1\r\n`).join("")}${CHUNKED}`, IN_CHUNKS),
  ],
  ["PASSES a length with zeros before it", post("Content-Length: 0003\r\n", "abc")],
  ["PASSES POST without a body", post("", "")],
  ["PASSES POST with an empty body", post("Content-Length: 0\r\n", "")],
  ["PASSES CHUNKED IN CAPITALS", post("TRANSFER-ENCODING: CHUNKED\r\n", IN_CHUNKS)],
];

const chunks = [
  ["a chunk that ends with LF", "3\nabc\r\n0\r\n\r\n"],
  ["a chunk size in hex notation", "0x3\r\nabc\r\n0\r\n\r\n"],
  ["a space behind a chunk size", "3 \r\nabc\r\n0\r\n\r\n"],
  ["a space before a chunk size", " 3\r\nabc\r\n0\r\n\r\n"],
  ["a sign before a chunk size", "+3\r\nabc\r\n0\r\n\r\n"],
  ["a negative chunk size", "-3\r\nabc\r\n0\r\n\r\n"],
  ["a chunk size that overflows", "10000000000000003\r\nabc\r\n0\r\n\r\n"],
  ["a chunk that is longer than it says", "3\r\nabcdef\r\n0\r\n\r\n"],
  ["a chunk that is shorter than it says", "6\r\nabc\r\n0\r\n\r\n"],
  ["an empty chunk size", "\r\nabc\r\n0\r\n\r\n"],
  ["an extension with LF", "3;a=b\nx\r\nabc\r\n0\r\n\r\n"],
  ["an extension quoted over a line end", '3;a="\r\nabc\r\n0\r\n\r\n"\r\nabc\r\n0\r\n\r\n'],
  ["20,000 bytes of extensions", `3;${"a".repeat(20_000)}\r\nabc\r\n0\r\n\r\n`],
  ["no last chunk", "3\r\nabc\r\n"],
  ["a length in a trailer", "0\r\nContent-Length: 5\r\n\r\n"],
  ["a coding in a trailer", "0\r\nTransfer-Encoding: gzip\r\n\r\n"],
  ["a trailer with a space before its colon", "0\r\nX : 1\r\n\r\n"],
  ["a trailer that ends with LF", "0\r\nX: 1\n\r\n"],
  ["a request as a trailer", `0\r\n${INNER}`],
  ["PASSES a host in a trailer", "0\r\nHost: b\r\nConnection: close\r\n\r\n"],
  ["PASSES an extension", "3;a=b\r\nabc\r\n0\r\n\r\n"],
  ["PASSES a chunk size with zeros before it", "0000003\r\nabc\r\n0\r\n\r\n"],
  ["PASSES trailers", "3\r\nabc\r\n0\r\nX-One: 1\r\nx-one: 2\r\n\r\n"],
].map(([name, body]) => [name, post(CHUNKED, body)]);

const trailers = ["X", "Content-Length", "X, X, X", "", "\u00e4"].flatMap((value) => [
  [`PASSES Trailer: ${JSON.stringify(value)} of a GET`, get(`Trailer: ${value}\r\n`)],
  [`PASSES Trailer: ${JSON.stringify(value)} with a length`, post(`Trailer: ${value}\r\n${LENGTH}`, INNER)],
  [
    `PASSES Trailer: ${JSON.stringify(value)} with chunks`,
    post(`Trailer: ${value}\r\n${CHUNKED}`, "0\r\nX: 1\r\n\r\n"),
  ],
]);

const lines = [
  ["LF instead of CRLF", `GET /a HTTP/1.1\nHost: a\n\n`],
  ["one LF among CRLF", get("X: 1\nY: 2\r\n")],
  ["CR within a value", get("X: a\rb\r\n")],
  ["CR before the last LF", `GET /a HTTP/1.1\r\n${H}\r\r\n`],
  ["a folded field", get("X: a\r\n b\r\n")],
  ["a first field that is folded", `GET /a HTTP/1.1\r\n X: a\r\n${H}\r\n`],
  ["NUL in a value", get("X: a\0b\r\n")],
  ["ESC in a value", get("X: \u001b[31m\r\n")],
  ["DEL in a value", get("X: \u007f\r\n")],
  ["NUL in a name", get("X\0: a\r\n")],
  ["a field without a colon", get("foo\r\n")],
  ["a field without a name", get(": a\r\n")],
  ["a space in a name", get("a b: c\r\n")],
  ["a quote in a name", get('a"b: c\r\n')],
  ["Latin-1 in a name", get("\u00e4: c\r\n")],
  ["PASSES Latin-1 in a value", get("X: \u00e4\u00ff\r\n")],
  ["PASSES an empty value", get("X:\r\nY: \r\n")],
  ["PASSES 60 KB of fields", get(`X: ${"a".repeat(60_000)}\r\n`)],
  ["70 KB of fields", get(`X: ${"a".repeat(70_000)}\r\n`)],
  ["a head without an end", `GET /a HTTP/1.1\r\n${H}X: ${"a".repeat(100)}`],
];

const firstLines = [
  ["lower case", "get /a HTTP/1.1"],
  ["an unknown method", "FROB /a HTTP/1.1"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0"],
  ["HTTP/2.0", "GET /a HTTP/2.0"],
  ["HTTP/1.2", "GET /a HTTP/1.2"],
  ["HTTP/0.9", "GET /a HTTP/0.9"],
  ["no version", "GET /a"],
  ["http/1.1", "GET /a http/1.1"],
  ["RTSP", "GET /a RTSP/1.0"],
  ["a tab between", "GET\t/a\tHTTP/1.1"],
  ["a space behind", "GET /a HTTP/1.1 "],
  ["a space in the target", "GET /a b HTTP/1.1"],
  ["two spaces", "GET  /a  HTTP/1.1"],
  ["CONNECT", "CONNECT a.example:443 HTTP/1.1"],
  ["* of a GET", "GET * HTTP/1.1"],
  ["PASSES * of OPTIONS", "OPTIONS * HTTP/1.1"],
  ["another scheme", "GET ftp://a.example/a HTTP/1.1"],
  ["a target without a slash", "GET a HTTP/1.1"],
  ["a query alone", "GET ?a HTTP/1.1"],
  ["one slash of a scheme", "GET http:/a HTTP/1.1"],
  ["PASSES an absolute target", "GET http://b.example:1/a?b HTTP/1.1"],
  ["PASSES an absolute target without a path", "GET http://b.example HTTP/1.1"],
  ["PASSES two slashes", "GET //b.example/a HTTP/1.1"],
  ["PASSES steps up", "GET /a/../../%2e%2e/%00 HTTP/1.1"],
  ["PASSES brackets and quotes", 'GET /a[]{}|\\^`"<> HTTP/1.1'],
  ["Latin-1 in the target", "GET /\u00e4 HTTP/1.1"],
  ["NUL in the target", "GET /a\0b HTTP/1.1"],
  ["ESC in the target", "GET /a\u001b HTTP/1.1"],
  ["LF in the target", "GET /a\nX: b HTTP/1.1"],
  ["a target of 100 KB", `GET /${"a".repeat(100_000)} HTTP/1.1`],
  ["nothing", ""],
].map(([name, line]) => [name, `${line}\r\n${H}\r\n`]);

const hosts = [
  ["PASSES no host", "GET /a HTTP/1.1\r\n\r\n"],
  ["two hosts", get("Host: b.example\r\n")],
  ["two hosts, the same", get(H)],
  ["a host with a path", "GET /a HTTP/1.1\r\nHost: a/b\r\n\r\n"],
  ["a host with a name before it", "GET /a HTTP/1.1\r\nHost: x@a\r\n\r\n"],
  ["a host with a space", "GET /a HTTP/1.1\r\nHost: a b\r\n\r\n"],
  ["PASSES an empty host", "GET /a HTTP/1.1\r\nHost:\r\n\r\n"],
];

const orders = [
  ["PASSES three in one", get("", "/1") + post(LENGTH, INNER, "/2") + get("", "/3")],
  ["PASSES one byte at a time", [...post(CHUNKED, IN_CHUNKS)]],
  [
    "an upgrade in a trailer, and half a request behind it",
    [`${post(CHUNKED, "0\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n", "/1")}GET /2?`, INNER],
  ],
  [
    "close in a trailer, and a request behind it",
    post(CHUNKED, "0\r\nConnection: close\r\n\r\n", "/1") + get("", "/2"),
  ],
  ["PASSES an upgrade", get("Connection: upgrade\r\nUpgrade: websocket\r\n", "/1")],
  ["an upgrade, and one behind it", get("Connection: upgrade\r\nUpgrade: websocket\r\n", "/1") + get("", "/2")],
  [
    "an upgrade, and half a request behind it",
    [`${get("Connection: upgrade\r\nUpgrade: h2c\r\n", "/1")}GET /2?`, INNER],
  ],
  ["PASSES an upgrade with a body", post(`Connection: upgrade\r\nUpgrade: h2c\r\n${LENGTH}`, INNER)],
  ["PASSES Expect: 100-continue", post(`Expect: 100-continue\r\n${LENGTH}`, INNER)],
  ["PASSES Expect of something else", post(`Expect: the-worst\r\n${LENGTH}`, INNER)],
  ["PASSES empty lines before", `\r\n\r\n${get()}`],
  ["a request behind Connection: close", get("Connection: close\r\n") + INNER],
  ["a request behind HTTP/1.0", `GET /a HTTP/1.0\r\n\r\n${INNER}`],
  ["a good one before a bad one", `${get("", "/1")}nonsense\r\n\r\n`],
  ["a bad body before a good one", post(CHUNKED, "zz\r\n") + get()],
  ["a body that is never finished", post("Content-Length: 100\r\n", "abc")],
  ["TLS", "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003"],
  ["a frame of a WebSocket", "\u0081\u0085\u0037\u00fa\u0021\u003d\u007f\u009f\u004d\u0051\u0058"],
  ["NULs", "\0".repeat(10_000)],
  ["64 KB of line ends", "\r\n".repeat(32_768)],
];

const groups = { dropped, named, lengths, codings, both, chunks, trailers, lines, firstLines, hosts, orders };
export const hostileClients = Object.values(groups)
  .flat()
  .map(([name, bytes]) => ({
    name: name.replace(/^PASSES /, ""),
    parts: [bytes].flat(),
    mustPass: name.startsWith("PASSES "),
  }));
