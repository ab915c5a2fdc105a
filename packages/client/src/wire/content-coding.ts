import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { type HeaderList, headerValues, type TransportFault } from "../exchange.ts";

// More than one coding is legal but never useful. Three leave room for a proxy; a hundred are an attack.
const MOST_CODINGS = 3;

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Decoder = promisify(gunzip);
const bareInflate: Decoder = promisify(inflateRaw);
const decoders: Readonly<Record<"gzip" | "x-gzip" | "br" | "deflate" | "identity", Decoder>> = {
  gzip,
  "x-gzip": gzip,
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  identity: (bytes) => Promise.resolve(bytes),
};

/** The content codings of a body in the order of Content-Encoding, outermost last (RFC 9110, section 8.4). */
export function codingsOf(headers: HeaderList): readonly string[] {
  return headerValues(headers, "content-encoding")
    .flatMap((value) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "");
}

/** Decodes one body at a time, because a brotli decoder may take 16 MiB for its window alone, even for a small body. */
export class ContentDecoder {
  #last: Promise<unknown> = Promise.resolve();

  decode(body: Buffer, codings: readonly string[], limit: number): Promise<Buffer | TransportFault> {
    const decoded = this.#last.then(() => decodeContent(body, codings, limit));
    this.#last = decoded.catch(() => undefined);
    return decoded;
  }
}

/** Decodes a body. zlib stops when the output exceeds `limit`, so a compression bomb cannot fill the memory. */
async function decodeContent(
  body: Buffer,
  codings: readonly string[],
  limit: number,
): Promise<Buffer | TransportFault> {
  if (codings.length > MOST_CODINGS) {
    return {
      fault: "protocol",
      message: `expected at most ${MOST_CODINGS} content codings, received ${codings.length}`,
    };
  }
  let bytes = body;
  for (const coding of codings.toReversed()) {
    if (!isCoding(coding)) {
      return { fault: "protocol", message: `expected gzip, deflate or br, received the content coding "${coding}"` };
    }
    // Servers use the name "deflate" for two forms: with the zlib header that RFC 9110 requires, and without.
    const bare = coding === "deflate" && ((bytes[0] ?? 0) & 0x0f) !== 8;
    try {
      bytes = await (bare ? bareInflate : decoders[coding])(bytes, { maxOutputLength: limit });
    } catch (error) {
      return decodingFault(error, coding, limit);
    }
  }
  return bytes;
}

function isCoding(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}

function decodingFault(error: unknown, coding: string, limit: number): TransportFault {
  if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
    return { fault: "body-too-large", message: `the body exceeds ${limit} bytes once ${coding} is decoded` };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { fault: "protocol", message: `the body is not valid ${coding}: ${reason}` };
}
