import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Incoming } from "../http/incoming.ts";
import type { Answer } from "../http/render.ts";
import type { Edge } from "../serving/edge.ts";
import { answering, type Variant, withHeaders } from "./variant.ts";

/**
 * Encodes bodies for callers that accept the coding. A caller without Accept-Encoding accepts any (RFC 9110, section
 * 12.5.3).
 */
const coded = (coding: string, code: (bytes: Buffer) => Uint8Array): Edge =>
  answering((answer, request) => {
    if (answer.text === undefined || !takes(request, coding)) return answer;
    return {
      ...answer,
      bytes: code(Buffer.from(answer.text)),
      headers: { ...answer.headers, "Content-Encoding": coding, Vary: "Accept, Accept-Encoding" },
    };
  });

function takes(request: Incoming, coding: string): boolean {
  const accepted = request.header("accept-encoding");
  if (accepted === undefined) return true;
  return accepted.split(",").some((one) => [coding, "*"].includes(one.trim().toLowerCase()));
}

const renamed = (rename: (name: string) => string): Edge =>
  answering((answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [rename(name), value])),
  }));

const typed = (change: (mediaType: string) => string): Edge =>
  answering((answer) => {
    const type = answer.headers["Content-Type"];
    return typeof type === "string"
      ? { ...answer, headers: { ...answer.headers, "Content-Type": change(type) } }
      : answer;
  });

const framed = (framing: NonNullable<Answer["framing"]>): Edge => answering((answer) => ({ ...answer, framing }));

function everyThird(): Edge {
  let count = 0;
  return answering((answer) => {
    count += 1;
    return count % 3 === 0 ? { ...answer, headers: { ...answer.headers, Connection: "close" } } : answer;
  });
}

/** Other codings, headers and media types of the same answers. */
export const wireVariants: readonly Variant[] = [
  {
    id: "gzip",
    text: "Bodies are encoded with gzip.",
    edge: () => coded("gzip", (bytes) => gzipSync(bytes, { level: 1 })),
  },
  {
    id: "brotli",
    text: "Bodies are encoded with Brotli.",
    edge: () => coded("br", (bytes) => brotliCompressSync(bytes, { params: { 1: 1 } })),
  },
  {
    id: "deflate",
    text: "Bodies are encoded with deflate.",
    edge: () => coded("deflate", (bytes) => deflateSync(bytes)),
  },
  {
    id: "deflate-bare",
    text: "Bodies are encoded with deflate without its header, as some servers do.",
    edge: () => coded("deflate", (bytes) => deflateRawSync(bytes)),
  },
  { id: "chunked", text: "Bodies are sent in chunks, without a length.", edge: () => framed("chunked") },
  {
    id: "in-pieces",
    text: "Bodies arrive in three pieces with a little time between.",
    edge: () => framed("in-pieces"),
  },
  {
    id: "headers-lower-case",
    text: "Header names are in lower case.",
    edge: () => renamed((name) => name.toLowerCase()),
  },
  {
    id: "headers-upper-case",
    text: "Header names are in upper case.",
    edge: () => renamed((name) => name.toUpperCase()),
  },
  {
    id: "headers-few",
    text: "Answers carry only required headers.",
    edge: ({ contract }) => {
      const dropped = ["Strict-Transport-Security", "Vary", contract.header("X-Vendor-Service-Version")];
      return answering((answer) => ({
        ...answer,
        headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !dropped.includes(name))),
      }));
    },
  },
  {
    id: "headers-many",
    text: "Answers carry more headers, some of them twice.",
    edge: () =>
      withHeaders({
        "Cache-Control": ["no-store", "private"],
        "Set-Cookie": ["a=1; Path=/", "b=2; Path=/; HttpOnly"],
        "X-Request-Id": "7d1f",
        Server: "reverse-proxy",
        Via: "1.1 proxy",
        ETag: 'W/"0"',
      }),
  },
  {
    id: "connection-close",
    text: "Every connection ends with its first answer.",
    edge: () => withHeaders({ Connection: "close" }),
  },
  { id: "connection-close-often", text: "Every third answer ends its connection.", edge: everyThird },
  {
    id: "media-type-plain",
    text: "Version 2 answers with plain application/json: the description shows the dated media type only for Accept.",
    edge: () => typed((type) => (type.startsWith("application/vnd.") ? "application/json" : type)),
  },
  {
    id: "media-type-charset",
    text: "Media types have a charset.",
    edge: () => typed((type) => `${type};charset=utf-8`),
  },
  {
    id: "media-type-charset-quoted",
    text: "Media types have a quoted charset, and blanks and capitals.",
    edge: () => typed((type) => `${type.replace("json", "JSON")} ; Charset="UTF-8"`),
  },
  {
    id: "media-type-earlier",
    text: "Version 2 answers with the media type of an earlier date.",
    change: ({ mediaType }) => ({
      mediaType: (...asked) => mediaType(...asked)?.replace(/\d{4}-\d\d-\d\d/, "2023-01-01"),
    }),
  },
  {
    id: "reason-phrases",
    text: "The status line has another reason phrase, or none.",
    edge: () => answering((answer) => ({ ...answer, reasonPhrase: answer.status < 300 ? "" : "No" })),
  },
];
