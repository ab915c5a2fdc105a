import { type HeaderList, headerValue } from "@plumbline/client";
import { vouched } from "@plumbline/reference";
import { ofMessage } from "../fields.ts";
import { pairsOf } from "../pairs-of.ts";

/** Only the proxy may vouch for a client, so a client's own field of this name is dropped. */
const [VOUCHED] = vouched("", "all");
/** Fields that are meant for one server only, or that the proxy writes itself. */
const OWN: ReadonlySet<string> = new Set(["host", "content-length", "expect", VOUCHED]);

/** The fields of a request for the reference. `length` is that of the body, if all of it is known. */
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
