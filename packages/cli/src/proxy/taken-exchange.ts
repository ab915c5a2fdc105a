import { type ContentDecoder, codingsOf, type Exchange, parseJson } from "@plumbline/client";
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
  if (request.isCut || response.isCut) return { kind: "partial", why: "a body is too large to be looked at" };
  const codings = response.body.length === 0 ? [] : codingsOf(response.headers);
  const bytes = codings.length === 0 ? response.body : await decoder.decode(response.body, codings, most);
  if ("fault" in bytes) return { kind: "partial", why: `the body of an answer cannot be decoded: ${bytes.message}` };
  const answered = bodyText(bytes);
  const sent = request.body.toString("utf8");
  const exchange: Exchange = {
    id,
    request: {
      method,
      url,
      headers: request.headers,
      ...(sent !== "" && { body: sent }),
      credential: { scheme: schemeOf(request.headers) },
    },
    response: {
      status,
      headers: response.headers,
      ...answered,
      json: parseJson(answered.body),
    },
    startedAt,
    milliseconds,
  };
  return { kind: "whole", exchange };
}
