// Transport of answers: the freedom that RFC 9110 and RFC 9112 give to a server.
import { gzipSync } from "node:zlib";
import { headerOf } from "../defects/answers.mjs";
import { everyNth, isBodiless, unframed, withHeaders, withMore, writes, written } from "./helpers.mjs";

const TYPE = /^content-type$/i;
const MOST_PIECES = 40;
const PAUSE = 1_500;

const early = writes(({ outgoing, request, answer, shows }) => {
  outgoing.writeProcessing();
  outgoing.writeEarlyHints({ link: "</help.css>; rel=preload; as=style" });
  shows();
  written(outgoing, request, answer);
});

/** Splits a body anywhere, even within a character. */
const inPieces = writes(async ({ outgoing, request, answer, shows }) => {
  const { status, reason, body } = answer;
  if (isBodiless(request, answer) || body.length === 0) return written(outgoing, request, answer);
  shows();
  outgoing.writeHead(status, reason, [...unframed(answer), ["Trailer", "X-Pieces"]].flat());
  const size = Math.max(7, Math.ceil(body.length / MOST_PIECES));
  for (let at = 0; at < body.length; at += size) outgoing.write(body.subarray(at, at + size));
  outgoing.addTrailers({ "X-Pieces": String(Math.ceil(body.length / size)) });
  outgoing.end();
});

const closes = (server) => {
  const isDue = everyNth(3);
  return writes(({ outgoing, request, answer, shows }) => {
    if (!isDue()) return written(outgoing, request, answer);
    shows();
    written(outgoing, request, answer, [["Connection", "close"]]);
  })(server);
};

const pauses = (server) => {
  const isDue = everyNth(150);
  return writes(async ({ outgoing, request, answer, shows }) => {
    const { status, reason, body } = answer;
    if (!isDue() || isBodiless(request, answer) || body.length < 2) return written(outgoing, request, answer);
    shows();
    outgoing.writeHead(status, reason, [...unframed(answer), ["Content-Length", String(body.length)]].flat());
    const half = body.length >> 1;
    outgoing.write(body.subarray(0, half));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    outgoing.end(body.subarray(half));
  })(server);
};

const takesGzip = (request) =>
  (headerOf(request, "accept-encoding") ?? "")
    .split(",")
    .some((one) => /^\s*gzip\s*(;|$)/i.test(one) && !/;\s*q=0(\.0*)?\s*$/i.test(one));

const zipped =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!takesGzip(request) || answer.body.length === 0) return answer;
    shows();
    const told = withMore(answer, ["Content-Encoding", "gzip"], ["Vary", "Accept-Encoding"]);
    return { ...told, body: gzipSync(answer.body) };
  };

const changes =
  (change) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    shows();
    return change(answer, request);
  };

const capital = changes((answer) =>
  withHeaders(answer, (name, value) => {
    if (!TYPE.test(name)) return [[name, value]];
    const [type] = value.split(";");
    return [[name, `${type.trim().toUpperCase()} ; Charset="UTF-8"`]];
  }),
);

const odd = (name) =>
  [...name].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join("");

const oddNames = changes((answer) => {
  const told = withHeaders(answer, (name, value) => [[odd(name), TYPE.test(name) ? `\t ${value} \t` : value]]);
  return { ...told, rawHeaders: told.rawHeaders.toReversed() };
});

const busy = (server) => {
  let count = 0;
  return changes((answer) => {
    count += 1;
    return withMore(
      answer,
      ["Server", "edge/7.1 (unix) cache/2"],
      ["Via", "1.1 edge-3"],
      ["Set-Cookie", `visit=${count}; Path=/; HttpOnly; SameSite=Lax`],
      ["Set-Cookie", "route=a7; Path=/api; Expires=Wed, 01 Jan 2098 00:00:00 GMT"],
      ["ETag", `W/"${count.toString(36)}"`],
      ["Cache-Control", "no-store, private"],
      ["Vary", "Origin"],
      ["Vary", "accept-encoding"],
      ["RateLimit-Limit", "100"],
      ["RateLimit-Remaining", "99"],
      ["Deprecation", "@1767225600"],
      ["Sunset", "Fri, 31 Dec 2100 23:59:59 GMT"],
      ["Link", '<https://docs.example/next>; rel="next"; title="not a page, a book"'],
      ["Content-Language", "en, de"],
      ["X-Frame-Options", "DENY"],
      ["X-Empty", ""],
    );
  })(server);
};

const bare = changes((answer) => ({ ...answer, reason: "" }));
const otherReason = changes((answer) => ({ ...answer, reason: answer.status < 400 ? "Jawohl" : "Leider nein" }));

const SEEN = /^(strict-transport-security|vary|x-vendor-service-version)$/i;
const without = changes((answer) => withHeaders(answer, (name, value) => (SEEN.test(name) ? [] : [[name, value]])));

export const wire = [
  {
    id: "interim-answers-first",
    twist: "A 102 and a 103 come before each answer.",
    legal: "RFC 9110 15.2: a client must be able to parse 1xx answers before the final one, also unexpected ones.",
    lie: early,
  },
  {
    id: "small-chunks-and-a-trailer",
    twist: "Each body comes in chunks that are cut anywhere, with a trailer field after it.",
    legal: "RFC 9112 6 and 7.1: chunked is the server's choice for whoever speaks HTTP/1.1; RFC 9110 6.5: trailers.",
    lie: inPieces,
  },
  {
    id: "every-third-connection-closed",
    twist: "Every third answer ends its connection.",
    legal: "RFC 9112 9.6: `Connection: close` may stand in any answer.",
    lie: closes,
  },
  {
    id: "pause-in-the-body",
    twist: "Now and then the second half of a body is a second and a half late.",
    legal: "The description promises no time of an answer, and HTTP has none.",
    lie: pauses,
  },
  {
    id: "gzip-for-who-takes-it",
    twist: "Bodies are packed for clients that accept gzip.",
    legal: "RFC 9110 8.4 and 12.5.3: any coding that the client's `Accept-Encoding` lists may be used.",
    lie: zipped,
  },
  {
    id: "media-type-in-capitals",
    twist:
      'The type of content is in capitals, with blanks and a charset in quotes: `APPLICATION/JSON ; Charset="UTF-8"`.',
    legal:
      "RFC 9110 8.3.1 and 8.3.2: type, subtype, names of parameters and charsets have no case; 5.6.6: OWS, quotes.",
    lie: capital,
  },
  {
    id: "header-names-in-odd-case",
    twist: "Names of headers are in odd case and another order, the type of content between blanks.",
    legal:
      "RFC 9110 5.1 and 5.3: names have no case and no order; RFC 9112 5: blanks around a value do not belong to it.",
    lie: oddNames,
  },
  {
    id: "many-more-headers",
    twist:
      "Cookies, weak ETags, a second and third `Vary`, `Link`, `Deprecation`, `Server` and an empty header on each answer.",
    legal:
      "Errors 4 lists headers that were seen and closes nothing; RFC 9110 5.1, 5.2 and 5.5 allow more, twice and empty.",
    lie: busy,
  },
  {
    id: "no-reason-phrase",
    twist: "The status line has no reason phrase.",
    legal: "RFC 9112 4: the phrase may be empty, and clients should ignore it.",
    lie: bare,
  },
  {
    id: "reason-phrase-in-another-language",
    twist: "The reason phrase of the status line is in German; that of the error body is as ever.",
    legal: "RFC 9112 4: the phrase is for people, may be translated, and clients should ignore it.",
    lie: otherReason,
  },
  {
    id: "seen-headers-left-out",
    twist: "No `Strict-Transport-Security`, `Vary` or `X-Vendor-Service-Version` on any answer.",
    legal:
      "Errors 4 says that they were seen, not that each answer has them; RFC 6797 7.2 forbids the first over http.",
    lie: without,
  },
];
