// Transport of answers through older, unusual or several machines.
import { acceptOf, versionOf } from "../../defects/answers.mjs";
import { isBodiless, isMain, unframed, withHeaders, writes, written } from "../helpers.mjs";

const TYPE = /^content-type$/i;
const TYPED = /^application\/vnd\.\w+\.2025-01-01\+json$/;

/** No length of the body: it ends with the connection. */
const oldest = writes(({ outgoing, request, answer, shows }) => {
  const { socket } = outgoing;
  const fields = [...unframed(answer), ["Via", "1.0 old-gate"], ["Connection", "close"]];
  const lines = [`HTTP/1.0 ${answer.status} ${answer.reason}`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  shows();
  socket.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  socket.end(isBodiless(request, answer) ? undefined : answer.body);
});

const PIECE = 61;

/** Chunk sizes in capitals with leading zeros, each with an extension. */
function piecesOf(body) {
  const parts = [];
  for (let at = 0; at < body.length; at += PIECE) {
    const piece = body.subarray(at, at + PIECE);
    const size = piece.length.toString(16).toUpperCase().padStart(6, "0");
    parts.push(Buffer.from(`${size};at=${at};said="a;b, \\"c\\""\r\n`), piece, Buffer.from("\r\n"));
  }
  return [...parts, Buffer.from("000;last\r\n\r\n")];
}

const extended = writes(({ outgoing, request, answer, shows }) => {
  if (isBodiless(request, answer) || answer.body.length === 0) return written(outgoing, request, answer);
  shows();
  outgoing.writeHead(answer.status, answer.reason, [...unframed(answer), ["Transfer-Encoding", "chunked"]].flat());
  // The chunks are cut here, not by the library.
  outgoing.chunkedEncoding = false;
  outgoing.end(Buffer.concat(piecesOf(answer.body)));
});

const IDLE = 40;
const impatient = writes(({ outgoing, request, answer, shows }) => {
  const { server } = outgoing.socket;
  server.keepAliveTimeout = IDLE;
  server.keepAliveTimeoutBuffer = 0;
  shows();
  // Leaves out the Keep-Alive hint that the library would add.
  written(outgoing, request, answer, [["Connection", "keep-alive"]]);
});

const upgrades = writes(({ outgoing, request, answer, shows }) => {
  shows();
  const offer = [
    ["Upgrade", "h2c, websocket"],
    ["Connection", "upgrade, keep-alive, x-hop"],
    ["X-Hop", "1"],
    ["Alt-Svc", 'h3=":443"; ma=86400, h2="alt.example:8443"'],
  ];
  written(outgoing, request, answer, offer);
});

const NODES = [
  { seconds: -3, version: "gitHash=5d2f0c41b7e9a8360f1d4c2b9e7a6058d3c1b2a4; versionString=v20260101" },
  { seconds: 4, version: "gitHash=a90e1fb2c3d4e5f60718293a4b5c6d7e8f901234; versionString=v20260108" },
];

/** A new release is deployed machine by machine, and their clocks differ. */
const twoNodes = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    const { seconds, version } = NODES[count % NODES.length];
    shows();
    return withHeaders(answer, (name, value) => {
      if (/^date$/i.test(name)) return [[name, new Date(Date.parse(value) + seconds * 1_000).toUTCString()]];
      return [[name, /service-version$/i.test(name) ? version : value]];
    });
  };
};

/** Refusals have the requested media type. */
const typedErrors =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const accept = acceptOf(request);
    const isTold = isMain(request) && versionOf(request) === "2" && TYPED.test(accept);
    if (!isTold || answer.status < 400 || answer.status === 406) return answer;
    shows();
    return withHeaders(answer, (name, value) => [[name, TYPE.test(name) ? accept : value]]);
  };

export const wire = [
  {
    id: "answers-of-http-1-0",
    twist: "Every answer is one of HTTP/1.0 without a length: the body ends where the connection ends.",
    legal:
      "The description names no version of HTTP; RFC 9110 2.5 and RFC 9112 6.3: a server that has 1.0 says so, and the close may end a body.",
    lie: oldest,
  },
  {
    id: "chunk-extensions-and-zeros",
    twist: "Chunks have sizes with leading zeros in capitals and extensions with quotes and semicolons.",
    legal: "RFC 9112 7.1 and 7.1.1: `1*HEXDIG`, and a client must ignore extensions that it does not know.",
    lie: extended,
  },
  {
    id: "idle-connections-closed-soon",
    twist: "A connection that is idle for 40 milliseconds is closed, and nothing tells of it before.",
    legal: "RFC 9112 9.3 and 9.5: the server may close what is idle at any time; `Keep-Alive` is only a hint.",
    lie: impatient,
  },
  {
    id: "upgrade-offered",
    twist: "Each answer offers `h2c` and `websocket`, names a hop-by-hop field of its own and other places of service.",
    legal: "RFC 9110 7.6.1 and 7.8: a server may say in any answer what it would upgrade to; RFC 7838: `Alt-Svc`.",
    lie: upgrades,
  },
  {
    id: "two-nodes-two-releases",
    twist: "Two machines answer in turn, with another release each and clocks that are seven seconds apart.",
    legal:
      "Errors 4 gives the form of the version header, not that it stays; RFC 9110 6.6.1: `Date` is as good as the clock is.",
    lie: twoNodes,
  },
  {
    id: "errors-in-the-versioned-type",
    twist: "Errors of version 2 have the type of content that the version is asked for with.",
    legal: "Versioning: the client accepts just that type; Errors 1 gives the body and no type of content.",
    lie: typedErrors,
  },
];
