import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { Keywords } from "./keywords.ts";
import { ADDRESSES } from "./texts.ts";

/** The epoch, a leap day, the ends of a second, a day and a year, the last year of four digits. */
export const DATE_EDGES = [
  "1970-01-01T00:00:00Z",
  "2024-02-29T12:00:00Z",
  "2025-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59Z",
] as const;

/** Texts of a format; lengths beside a format are not understood, but that there is any text. */
export function formatArbitrary(format: string, schema: Keywords, pointer: string): fc.Arbitrary<string> {
  if ((schema.minLength ?? 0) > 1 || schema.maxLength !== undefined)
    throw new UnsupportedKeywordError("format", pointer, "a length beside it would need values that satisfy both");
  switch (format) {
    case "date-time":
      return fc.oneof({ weight: 6, arbitrary: dateTime() }, { weight: 1, arbitrary: fc.constantFrom(...DATE_EDGES) });
    case "date":
      return dateTime().map((text) => text.slice(0, 10));
    case "time":
      return dateTime().map((text) => text.slice(11));
    case "uuid":
      return fc.uuid();
    case "hostname":
      return fc.domain();
    case "ipv6":
      return fc.ipV6();
    case "email":
      return fc.oneof(fc.constantFrom(...ADDRESSES), fc.emailAddress());
    case "uri":
      return fc.webUrl({ withQueryParameters: true });
    case "ipv4":
      return fc.oneof(
        { weight: 6, arbitrary: fc.ipV4() },
        { weight: 1, arbitrary: fc.constantFrom("0.0.0.0", "127.0.0.1", "255.255.255.255") },
      );
    default:
      throw new UnsupportedKeywordError(
        "format",
        pointer,
        `"${format}" is none of date-time, date, time, email, hostname, ipv4, ipv6, uri, uuid`,
      );
  }
}

function dateTime(): fc.Arbitrary<string> {
  const [min, max] = [new Date("1970-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59Z")];
  return fc.date({ min, max, noInvalidDate: true }).map(
    (date) => date.toISOString(),
    (text) => new Date(String(text)),
  );
}
