import { type Answer, type BodyReader, type ContentDecoder, codingsOf, type Exchange } from "@plumbline/client";
import { bodyText } from "../traffic/body-text.ts";
import { schemeOf } from "../traffic/har-exchange.ts";
import type { Recorded } from "../traffic/recorded.ts";
import { pairsOf } from "./pairs-of.ts";
import type { Taken } from "./taken.ts";

type PartialExchange = Extract<Recorded, { readonly kind: "partial" }>;
const partial = (why: string): PartialExchange => ({ kind: "partial", why });

/** The decoded body of an answer, at most `most` bytes of it, or the reason why it cannot be judged. */
export async function decodedBody(
  { request, response }: Pick<Taken, "request" | "response">,
  decoder: ContentDecoder,
  most: number,
): Promise<Buffer | PartialExchange> {
  if (request.isCut || response.isCut) return partial("a body is too large to judge");
  const codings = response.body.length === 0 ? [] : codingsOf(pairsOf(response.rawHeaders));
  if (codings.length === 0) return response.body;
  const bytes = await decoder.decode(response.body, codings, most);
  return "fault" in bytes ? partial(`the body of an answer cannot be decoded: ${bytes.message}`) : bytes;
}

/**
 * An exchange of the proxy with the whole body of its answer, for the recording. `json` is the text, not the parsed
 * value: only the few answers that may contain a token are parsed, later.
 */
export function wholeExchange(taken: Taken, id: string, bytes: Buffer): Exchange {
  const text = bodyText(bytes);
  return exchangeOf(taken, id, { ...text, json: text.body });
}

/** An exchange of the proxy for the judge, with as much of the body as `reader` keeps. */
export function takenExchange(taken: Taken, id: string, bytes: Buffer, reader: BodyReader): Recorded {
  const read = reader.read(bytes);
  if ("excess" in read) return partial(`an answer is too large to judge: ${read.excess}`);
  return { kind: "whole", exchange: exchangeOf(taken, id, { ...read, bodyBytes: bytes.length }) };
}

function exchangeOf(
  { method, url, request, status, response, startedAt, milliseconds }: Taken,
  id: string,
  read: Omit<Answer, "status" | "headers">,
): Exchange {
  const [asked, said] = [pairsOf(request.rawHeaders), pairsOf(response.rawHeaders)];
  const sent = request.body.toString("utf8");
  return {
    id,
    request: {
      method,
      url,
      headers: asked,
      ...(sent !== "" && { body: sent }),
      credential: { scheme: schemeOf(asked) },
    },
    response: { status, headers: said, ...read },
    startedAt,
    milliseconds,
  };
}
