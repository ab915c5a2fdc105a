import { type HeaderList, headerValue } from "@plumbline/client";
import { vouched } from "@plumbline/reference";
import { ofMessage } from "../fields.ts";

/** Nobody but the proxy vouches. */
const [VOUCHED] = vouched("", "all");
/** What says something of one server only, or is said anew. */
const OWN: ReadonlySet<string> = new Set(["host", "content-length", "expect", VOUCHED]);

/** The fields of a request as another server gets them; `length` of the body where all of it is there. */
export function fieldsBehind(rawHeaders: readonly string[], host: string, length: number | undefined): string[] {
  const pairs = pairsOf(rawHeaders);
  const passed = pairsOf(ofMessage(rawHeaders, false)).filter(([name]) => !OWN.has(name.toLowerCase()));
  return ["Host", host, ...passed.flat(), ...framing(pairs, length)];
}

function framing(pairs: HeaderList, length: number | undefined): readonly string[] {
  const said = headerValue(pairs, "content-length");
  const isChunked = headerValue(pairs, "transfer-encoding") !== undefined;
  if (said === undefined && !isChunked) return [];
  if (length !== undefined) return ["Content-Length", String(length)];
  return isChunked ? ["Transfer-Encoding", "chunked"] : ["Content-Length", said ?? "0"];
}

/** Raw header fields of Node as pairs. */
export const pairsOf = (rawHeaders: readonly string[]): HeaderList =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []));
