import { codingsOf, type HeaderList, parseJson } from "@plumbline/client";
import { isBase64 } from "./base64.ts";
import { bodyText } from "./body-text.ts";
import { unpackedBytes } from "./kept-bytes.ts";
import { LEFT_OUT, type LeftOut } from "./left-out.ts";

/** A body as it was kept in an archive. */
export interface KeptText {
  readonly text: string;
  readonly encoding: unknown;
  /** Bytes that the body is said to have, where anything is said. */
  readonly size: number;
  readonly headers: HeaderList;
}

/** A body as it was sent, and how many bytes of it were kept, compressed or not. */
export type Body = ReturnType<typeof bodyText> & { readonly keptBytes: number };

/** What no text has in it, but compressed bytes that were taken for text have. */
const GARBLED = /[\u0000-\u0008\u000e-\u001f\ufffd]/;
/** Characters that are looked at for that. */
const BEGINNING = 1_024;

/** The body that was kept as a text, in base64 or not, compressed or not. */
export async function keptBody({ text, encoding, size, headers }: KeptText): Promise<Body | LeftOut> {
  const codings = codingsOf(headers).filter((coding) => coding !== "identity");
  if (encoding !== "base64") return garbled(text, codings) ? LEFT_OUT.packed : plainBody(text);
  const bytes = isBase64(text) ? Buffer.from(text, "base64") : undefined;
  if (bytes === undefined || isTextAnyway(text, bytes, size))
    return isCertain(text, size) ? plainBody(text) : LEFT_OUT.notBase64;
  const unpacked = codings.length === 0 ? bytes : await unpackedBytes(bytes, codings);
  return unpacked === undefined ? LEFT_OUT.packed : { ...bodyText(unpacked), keptBytes: bytes.length };
}

/** A body that was recorded as a whole, as text. */
export function plainBody(text: string, invalidUtf8 = false): Body {
  const bodyBytes = Buffer.byteLength(text);
  return { body: text, bodyBytes, invalidUtf8, keptBytes: bodyBytes };
}

const garbled = (text: string, codings: readonly string[]): boolean =>
  codings.length > 0 && GARBLED.test(text.slice(0, BEGINNING)) && parseJson(text) === undefined;

/** A word or a number may be base64 by its letters: it is none where the size is that of the text alone. */
const isTextAnyway = (text: string, bytes: Buffer, size: number): boolean =>
  size === Buffer.byteLength(text) && size !== bytes.length && parseJson(text) !== undefined;

/** JSON, or as many bytes as the body is said to have, are the body itself. */
const isCertain = (text: string, size: number): boolean =>
  parseJson(text) !== undefined || (size > 0 && size === Buffer.byteLength(text));
