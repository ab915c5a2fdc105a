import { type HeaderList, headerValue } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { isContainer } from "./is-container.ts";
import { type Pair, pairsIn } from "./pairs-in.ts";
import type { Writer } from "./writer.ts";

/** The fields of a message as an archive shows them. */
export interface ShownFields {
  readonly list: HeaderList;
  /** There is no list of fields, or it is empty although the writer may have left fields out. */
  readonly isMissing: boolean;
  /** A field has no value. */
  readonly isCut: boolean;
}

/**
 * The fields on one side of an entry, except the pseudo-header fields of HTTP/2. The values of several fields of one
 * name may be in one value, one on each line.
 */
export function shownFields(side: unknown, writer: Writer): ShownFields {
  const listed = member(side, "headers");
  const pairs = pairsIn(listed);
  const real = pairs.filter(([name]) => name !== "" && !name.startsWith(":"));
  return {
    list: real.flatMap(([name, value]) =>
      value === undefined ? [] : value.split(/\r?\n/).map((line) => [name, line] as const),
    ),
    isMissing: !isContainer(listed) || (pairs.length === 0 && writer !== "proxy"),
    isCut: real.some(([, value]) => value === undefined),
  };
}

/** The fields with the cookies that an archive keeps separately. */
export function withCookies(headers: HeaderList, cookies: unknown): HeaderList {
  if (headerValue(headers, "cookie") !== undefined) return headers;
  const kept = pairsIn(cookies).filter(([name]) => name !== "");
  return kept.length === 0 ? headers : [...headers, ["Cookie", kept.map(cookieText).join("; ")]];
}

const cookieText = ([name, value = ""]: Pair): string => `${name}=${value}`.replaceAll(/[\r\n;]/g, "");
