import type { JsonSchema } from "@plumbline/schemas";
import { type FaultRule, isOf, replaces } from "./fault.ts";

/**
 * Texts that no lenient parser accepts as the format. Dates without a time or a zone are not included, because many
 * parsers accept them. Neither are empty texts, which may stand for an absent member.
 */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "date-time": {
    "a word": "plumbline",
    "month 13": "2099-13-01T00:00:00Z",
    "30 February": "2099-02-30T00:00:00Z",
    "hour 25": "2099-01-01T25:00:00Z",
  },
  email: { "a word": "plumbline", "no domain": "plumbline@", "two @": "plumb@line@example.com" },
  uri: { "a word with spaces": "plumb line", "no scheme": "//[plumbline" },
  ipv4: { "a word": "plumbline", "octet 256": "256.1.1.1", "five octets": "1.1.1.1.1", IPv6: "2001:db8::1" },
};

/** The next values outside a width. JSON parsers cannot distinguish 2^63 from 2^63 - 1, so 2^64 is used. */
const WIDTHS: Readonly<Record<string, readonly [below: number, above: number]>> = {
  int32: [-(2 ** 31) - 1, 2 ** 31],
  int64: [-(2 ** 64), 2 ** 64],
};

/** Texts that violate a format. */
export const formatFaults: FaultRule = (spot) => {
  const { format } = spot.schema;
  if (format === undefined) return [];
  if (isOf(spot.schema, "string"))
    return Object.entries(TEXTS[format] ?? {}).map(([side, text]) => replaces(spot, "format", side, text));
  return widthFaults(spot.schema).map(([side, value]) => replaces(spot, "format", side, value));
};

/** Only on a side without a bound: beyond a bound, both keywords would be broken. */
function widthFaults({ format = "", minimum, maximum }: JsonSchema): readonly (readonly [string, number])[] {
  const width = WIDTHS[format];
  if (width === undefined) return [];
  return [
    ...(maximum === undefined ? [["above", width[1]] as const] : []),
    ...(minimum === undefined ? [["below", width[0]] as const] : []),
  ];
}
