import { type HeaderList, headerValue } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { isContainer } from "./is-container.ts";
import { type Pair, pairsIn } from "./pairs-in.ts";
import type { Writer } from "./writer.ts";

/** Fields of a message; `undefined` where a writer lists none at all, or a field that must have had a value without one. */
export interface ShownFields {
  readonly list: HeaderList;
  /** There is no list of fields, or nothing in it where a writer may have left them out. */
  readonly isMissing: boolean;
  /** A field has no value. */
  readonly isCut: boolean;
}

/**
 * The fields that one side of an entry shows, but for those that HTTP/2 has in place of a first line. What several fields of
 * one name said may stand in one value, a line for each.
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

/** Fields with those cookies that were kept apart from them. */
export function withCookies(headers: HeaderList, cookies: unknown): HeaderList {
  if (headerValue(headers, "cookie") !== undefined) return headers;
  const kept = pairsIn(cookies).filter(([name]) => name !== "");
  return kept.length === 0 ? headers : [...headers, ["Cookie", kept.map(cookieText).join("; ")]];
}

const cookieText = ([name, value = ""]: Pair): string => `${name}=${value}`.replaceAll(/[\r\n;]/g, "");
