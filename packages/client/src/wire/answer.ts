import type { Answer, HeaderList, TransportFault } from "../exchange.ts";
import type { BodyReader } from "./body-reader.ts";
import { type ContentDecoder, codingsOf } from "./content-coding.ts";

/** A complete answer as received on the wire. */
export interface Received {
  readonly status: number;
  readonly headers: HeaderList;
  /** Valid until `release` is called. */
  readonly body: Buffer;
  readonly release: () => void;
}

/** The settings for reading a body. */
export interface BodyReadSettings {
  /** The most bytes after content decoding. */
  readonly bodyBytes: number;
  readonly reader: BodyReader;
  readonly decoder: ContentDecoder;
}

/** Makes an answer from the received bytes. Returns a promise only if the content must be decoded. */
export function readAnswer(
  received: Received,
  reading: BodyReadSettings,
): Answer | TransportFault | Promise<Answer | TransportFault> {
  const codings = received.body.length === 0 ? [] : codingsOf(received.headers);
  return codings.length === 0 ? plainAnswer(received, received.body, reading) : decoded(received, codings, reading);
}

async function decoded(
  received: Received,
  codings: readonly string[],
  reading: BodyReadSettings,
): Promise<Answer | TransportFault> {
  const bytes = await reading.decoder.decode(received.body, codings, reading.bodyBytes);
  return "fault" in bytes ? bytes : plainAnswer(received, bytes, reading);
}

function plainAnswer(
  { status, headers }: Received,
  bytes: Buffer,
  { bodyBytes: limit, reader }: BodyReadSettings,
): Answer | TransportFault {
  if (bytes.length > limit) return { fault: "body-too-large", message: `the body exceeds ${limit} bytes` };
  const read = reader.read(bytes);
  if ("excess" in read) return { fault: "body-too-large", message: `the body has ${read.excess}` };
  const { body, invalidUtf8, json } = read;
  return { status, headers, body, bodyBytes: bytes.length, invalidUtf8, json };
}
