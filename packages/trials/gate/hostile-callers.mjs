// Hostile requests to the project's own servers, by name, with the correct statuses; "closed" means that the server
// closes the connection without an answer. `{host}` and `{token}` stand for the server's own.
const HOST = "Host: {host}\r\n";
const CLOSED = "closed";
const line = (first, more = "", body = "") => `${first} HTTP/1.1\r\n${more}Connection: close\r\n\r\n${body}`;
const get = (path, more = HOST) => line(`GET ${path}`, more);
const send = (method, path, body, more) =>
  line(`${method} ${path}`, `${HOST}${more}Content-Length: ${Buffer.byteLength(body)}\r\n`, body);

/** Messages that no HTTP server may accept. */
const garbled = [
  ["length and chunks", line("POST /", `${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`, "0\r\n\r\n"), 400],
  ["length twice", line("POST /", `${HOST}Content-Length: 3\r\nContent-Length: 3\r\n`, "abc"), 400],
  ["a list of lengths", line("POST /", `${HOST}Content-Length: 3, 3\r\n`, "abc"), 400],
  ["a negative length", line("POST /", `${HOST}Content-Length: -3\r\n`, "abc"), 400],
  ["gzip behind chunks", line("POST /", `${HOST}Transfer-Encoding: chunked, gzip\r\n`, "0\r\n\r\n"), 400],
  ["LF instead of CRLF", "GET / HTTP/1.1\nHost: {host}\n\n", 400],
  ["a folded field", get("/", `${HOST}X: a\r\n b\r\n`), 400],
  ["NUL in a value", get("/", `${HOST}X: a\0b\r\n`), 400],
  ["ESC in a value", get("/", `${HOST}X: \u001b[2J\r\n`), 400],
  ["a space before a colon", get("/", `${HOST}X : a\r\n`), 400],
  ["an unknown method", line("FROB /", HOST), 400],
  ["HTTP/1.2", `GET / HTTP/1.2\r\n${HOST}\r\n`, 400],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, CLOSED],
  ["TLS", "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003", 400],
  ["100 KB of fields", get("/", `${HOST}X: ${"a".repeat(100_000)}\r\n`), 431],
  ["a target of 100 KB", get(`/${"a".repeat(100_000)}`), 431],
  ["Latin-1 in the target", get("/\u00e4"), 400],
  ["CONNECT", line("CONNECT a.example:443", HOST), CLOSED, 400, 404, 405, 501],
  ["a Trailer and no chunks", get("/", `${HOST}Trailer: X\r\n`), 401, 403, 404],
  [
    "an upgrade to a WebSocket",
    get("/", `${HOST}Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`),
    401,
    403,
    404,
  ],
  ["steps up", get("/../../../../etc/passwd"), 401, 403, 404],
  ["steps up that are encoded", get("/%2e%2e/%2e%2e/etc/passwd%00"), 400, 401, 403, 404],
];

const PAGE = "/{token}/";
const ORIGIN = "Origin: http://{host}\r\n";
const JSONS = `${ORIGIN}Content-Type: application/json\r\n`;
const wish = (path, value) =>
  send("POST", PAGE + path, typeof value === "string" ? value : JSON.stringify(value), JSONS);
const page = [
  ["a run that is not there", get(`${PAGE}runs/NOTHING/`), 404],
  ["a run above the folder, which is the page", get(`${PAGE}runs/../`), 200],
  ["a run of two dots", get(`${PAGE}runs/../../etc/`), 404],
  ["a run with an encoded slash", get(`${PAGE}runs/..%2f..%2fetc/`), 404],
  ["a run of one dot", get(`${PAGE}runs/.../`), 404],
  ["a run named __proto__", get(`${PAGE}runs/__proto__/`), 404],
  ["a comparison of runs that are not there", get(`${PAGE}compare?before=a&after=b`), 404],
  ["a comparison of one", get(`${PAGE}compare?before=a`), 400],
  ["a comparison of none", get(`${PAGE}compare`), 400],
  ["a comparison with files", get(`${PAGE}compare?before=/etc/passwd&after=../..`), 404],
  ["something else", get(`${PAGE}nothing`), 404],
  ["no token", get("/"), 404],
  ["half a token", get("/{token"), 404],
  ["another host", get(PAGE, "Host: rebound.example\r\n"), 403],
  ["two hosts", get(PAGE, `${HOST}Host: rebound.example\r\n`), 200, 400, 403],
  ["an absolute target of another host", get("http://rebound.example/{token}/"), 200, 400, 403, 404],
  ["another origin", get(PAGE, `${HOST}Origin: http://evil.example\r\n`), 403],
  ["another site", get(PAGE, `${HOST}Sec-Fetch-Site: cross-site\r\n`), 403],
  ["HEAD", line(`HEAD ${PAGE}`, HOST), 405],
  ["PUT", send("PUT", `${PAGE}run`, "{}", JSONS), 405],
  ["a change without an origin", send("POST", `${PAGE}run`, "{}", "Content-Type: application/json\r\n"), 403],
  [
    "a change from a form",
    send("POST", `${PAGE}run`, "scope=all", `${ORIGIN}Content-Type: application/x-www-form-urlencoded\r\n`),
    415,
  ],
  ["a change as text", send("POST", `${PAGE}run`, "{}", `${ORIGIN}Content-Type: text/plain\r\n`), 415],
  ["no JSON", wish("run", "{"), 409],
  ["a list", wish("run", []), 409],
  ["null", wish("run", null), 409],
  ["200 KB of JSON", wish("run", { scope: "a".repeat(200_000) }), 409],
  ["20,000 brackets", wish("run", `${"[".repeat(20_000)}`), 409],
  ["a scope that is none", wish("run", { scope: "constructor" }), 409],
  ["a profile that is a file", wish("run", { scope: "all", profile: "/etc/passwd" }), 409],
  ["a profile of another folder", wish("run", { scope: "all", profile: "../../x.yml" }), 409],
  ["a profile that is a device", wish("run", { scope: "all", profile: "/dev/zero" }), 409],
  ["a profile named toString", wish("run", { scope: "all", profile: "toString" }), 409],
  ["a target that is a file", wish("run", { scope: "all", target: "/etc/passwd" }), 409],
  ["a target that is an address", wish("run", { scope: "all", target: "http://169.254.169.254/" }), 409],
  ["a name that is a flag", wish("run", { scope: "check", name: "--allow=irreversible" }), 409],
  ["a name with NUL", wish("run", { scope: "area", name: "\0" }), 409],
  ["a prototype", wish("run", '{"__proto__":{"scope":"all"}}'), 409],
  ["a known failure that is none", wish("known", { check: "A\nB", reason: "c\nd" }), 409],
  ["a change of nothing", wish("nothing", {}), 404],
  ["a stop where nothing runs", wish("stop", {}), 204],
];

const BEARER = "Authorization: Bearer {token}\r\n";
const order = (path, value, method = "POST") =>
  send(method, path, typeof value === "string" ? value : JSON.stringify(value), BEARER);
const control = [
  ["no token", send("POST", "/reset", "{}", ""), 401],
  ["another token", send("POST", "/reset", "{}", "Authorization: Bearer x\r\n"), 401],
  ["a token of another scheme", send("POST", "/reset", "{}", "Authorization: Basic {token}\r\n"), 401],
  ["a token with a space behind", send("POST", "/reset", "{}", "Authorization: Bearer {token} x\r\n"), 401],
  ["another host", get("/world", `Host: rebound.example\r\n${BEARER}`), 403],
  ["another host without a token", get("/health", "Host: rebound.example\r\n"), 403],
  ["an event that is none", order("/events", { eventTypeName: "NOTHING" }), 400],
  ["an event named __proto__", order("/events", { eventTypeName: "__proto__" }), 400],
  ["an empty event", order("/events", { eventTypeName: "" }), 400],
  ["an event of a project that is none", order("/events", { eventTypeName: "JOINED_GROUP", projectId: "x" }), 400],
  ["an event of an empty project", order("/events", { eventTypeName: "JOINED_GROUP", projectId: "" }), 400],
  ["an event that is a list", order("/events", { eventTypeName: ["JOINED_GROUP"] }), 400],
  ["no JSON", order("/clock", "{"), 400],
  ["a list", order("/clock", "[]"), 400],
  ["20,000 brackets", order("/clock", "[".repeat(20_000)), 400],
  ["a prototype", order("/clock", '{"__proto__":{"advance":1}}'), 400],
  ["a member that is none", order("/clock", { constructor: 1 }), 400],
  ["time without end", order("/clock", '{"advance":1e999}'), 400],
  ["time back", order("/clock", { advance: -1 }), 400],
  ["a fault that is none", order("/faults", { faults: ["toString"] }), 400],
  ["a fault that is an object", order("/faults", { faults: [{}] }), 400],
  ["200 KB of JSON", order("/events", { eventTypeName: "A".repeat(200_000) }), 413],
  ["a body that is never finished", `POST /reset HTTP/1.1\r\n${HOST}${BEARER}Content-Length: 100\r\n\r\n{`, "waits"],
  ["a way that is none", order("/constructor", {}), 404],
  ["a way that is encoded", order("/%72eset", {}), 404],
  ["a way with another method", order("/reset", {}, "DELETE"), 405],
  ["a method of a prototype", order("/clock", {}, "OPTIONS"), 405],
];

const api = (path) => `/api/product/v1.0${path}`;
const reference = [
  ["no credentials", get(api("/clusters")), 401],
  ["a digest of garbage", get(api("/clusters"), `${HOST}Authorization: Digest ,,=,"\\\r\n`), 400, 401],
  [
    "a digest of 10,000 parts",
    get(api("/clusters"), `${HOST}Authorization: Digest ${'a="b",'.repeat(1_500)}\r\n`),
    400,
    401,
  ],
  ["a digest with an endless quote", get(api("/clusters"), `${HOST}Authorization: Digest username="a\r\n`), 400, 401],
  ["a basic that is no base64", get(api("/clusters"), `${HOST}Authorization: Basic \u00ff\u00fe\r\n`), 400, 401],
  ["an empty bearer", get(api("/clusters"), `${HOST}Authorization: Bearer \r\n`), 400, 401],
  ["a path of encoded bytes", get(api("/groups/%ff%fe/clusters")), 400, 401, 404],
  ["a path of a prototype", get(api("/groups/__proto__/clusters/constructor")), 400, 401, 404],
  ["a query of 500 parameters", get(api(`/clusters?${"a=b&".repeat(500)}`)), 400, 401],
  ["a query of encoded bytes", get(api("/clusters?pageNum=%ff%00")), 400, 401],
  [
    "a token of garbage",
    send("POST", "/api/oauth/token", "grant_type=%ff", "Content-Type: application/x-www-form-urlencoded\r\n"),
    400,
    401,
    404,
  ],
  [
    "20,000 brackets",
    send("POST", api("/groups/x/alertConfigs"), "[".repeat(20_000), "Content-Type: application/json\r\n"),
    400,
    401,
    404,
  ],
  [
    "a body that is packed and is not",
    send("POST", api("/groups/x/alertConfigs"), "abc", "Content-Encoding: gzip\r\nContent-Type: application/json\r\n"),
    400,
    401,
    404,
    415,
  ],
  [
    "Expect of something else",
    send("POST", api("/groups/x/alertConfigs"), "{}", "Expect: the-worst\r\n"),
    400,
    401,
    404,
    417,
  ],
];

const named = (all) => all.map(([name, bytes, ...right]) => ({ name, bytes, right: right.map(String) }));

/** The attacks by server; the garbled messages are tried on each. */
export const hostileCallers = {
  ui: named([...garbled, ...page]),
  control: named([...garbled, ...control]),
  serve: named([...garbled, ...reference]),
};
