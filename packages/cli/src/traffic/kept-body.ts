import { codingsOf, type HeaderList, parseJson } from "@plumbline/client";
import { isBase64 } from "./base64.ts";
import { bodyText } from "./body-text.ts";
import { unpackedBytes } from "./kept-bytes.ts";
import { LEFT_OUT, type LeftOut } from "./left-out.ts";

/** A body as an archive keeps it. */
export interface KeptText {
  readonly text: string;
  readonly encoding: unknown;
  /** The stated number of bytes; not a number if the archive states none. */
  readonly size: number;
  readonly headers: HeaderList;
}

/** A body as it was sent, with the number of bytes that were kept, compressed or not. */
export type Body = ReturnType<typeof bodyText> & { readonly keptBytes: number };

/** Characters that occur in no text, but in compressed bytes that were read as text. */
const GARBLED = /[\u0000-\u0008\u000e-\u001f\ufffd]/;
/** How many characters are searched for these. */
const BEGINNING = 1_024;

/** Restores a body that was kept as a text, which may be base64 and compressed. */
export async function keptBody({ text, encoding, size, headers }: KeptText): Promise<Body | LeftOut> {
  const codings = codingsOf(headers).filter((coding) => coding !== "identity");
  if (typeof encoding !== "string" || encoding.toLowerCase() !== "base64")
    return garbled(text, codings) ? LEFT_OUT.packed : plainBody(text);
  const bytes = isBase64(text) ? Buffer.from(text, "base64") : undefined;
  if (bytes === undefined || isTextAnyway(text, bytes, size))
    return isCertain(text, size) ? plainBody(text) : LEFT_OUT.notBase64;
  const unpacked = codings.length === 0 ? bytes : await unpackedBytes(bytes, codings);
  return unpacked === undefined ? LEFT_OUT.packed : { ...bodyText(unpacked), keptBytes: bytes.length };
}

/** A body that was recorded completely, as text. */
export function plainBody(text: string, invalidUtf8 = false): Body {
  const bodyBytes = Buffer.byteLength(text);
  return { body: text, bodyBytes, invalidUtf8, keptBytes: bodyBytes };
}

const garbled = (text: string, codings: readonly string[]): boolean =>
  codings.length > 0 && GARBLED.test(text.slice(0, BEGINNING)) && parseJson(text) === undefined;

/** A word or a number may look like base64. It is not if the stated size is that of the text and not of the bytes. */
const isTextAnyway = (text: string, bytes: Buffer, size: number): boolean =>
  size === Buffer.byteLength(text) && size !== bytes.length && parseJson(text) !== undefined;

/** JSON, or a text of the stated size, is the body itself. */
const isCertain = (text: string, size: number): boolean =>
  parseJson(text) !== undefined || (size > 0 && size === Buffer.byteLength(text));
