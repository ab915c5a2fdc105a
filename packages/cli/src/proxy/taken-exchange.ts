import { type ContentDecoder, codingsOf, type Exchange, type HeaderList, parseJson } from "@plumbline/client";
import { bodyText } from "../traffic/body-text.ts";
import { schemeOf } from "../traffic/har-exchange.ts";
import type { Recorded } from "../traffic/recorded.ts";
import type { Taken } from "./taken.ts";

/** What passed a proxy as an exchange, its body decoded; `most` bytes of that at most. */
export async function takenExchange(
  taken: Taken,
  id: string,
  decoder: ContentDecoder,
  most: number,
): Promise<Recorded> {
  const { method, url, request, status, response, startedAt, milliseconds } = taken;
  const [asked, said] = [pairsOf(request.rawHeaders), pairsOf(response.rawHeaders)];
  if (request.isCut || response.isCut) return { kind: "partial", why: "a body is too large to be looked at" };
  const codings = response.body.length === 0 ? [] : codingsOf(said);
  const bytes = codings.length === 0 ? response.body : await decoder.decode(response.body, codings, most);
  if ("fault" in bytes) return { kind: "partial", why: `the body of an answer cannot be decoded: ${bytes.message}` };
  const answered = bodyText(bytes);
  const sent = request.body.toString("utf8");
  const exchange: Exchange = {
    id,
    request: {
      method,
      url,
      headers: asked,
      ...(sent !== "" && { body: sent }),
      credential: { scheme: schemeOf(asked) },
    },
    response: {
      status,
      headers: said,
      ...answered,
      json: parseJson(answered.body),
    },
    startedAt,
    milliseconds,
  };
  return { kind: "whole", exchange };
}

const pairsOf = (rawHeaders: readonly string[]): HeaderList =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []));
