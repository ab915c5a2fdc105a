import { type HeaderList, headerValue } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { shownFields, withCookies } from "./header-list.ts";
import { isContainer } from "./is-container.ts";
import { keptBody } from "./kept-body.ts";
import { LEFT_OUT, type LeftOut } from "./left-out.ts";
import { numberIn } from "./number-in.ts";
import { pairsIn } from "./pairs-in.ts";
import { queryText, withQuery } from "./query-text.ts";
import type { Recorded } from "./recorded.ts";
import { restated } from "./restated.ts";
import { textIn } from "./text-in.ts";
import type { Writer } from "./writer.ts";

/** The request in an entry of an archive. */
export interface HarRequest {
  readonly kind: "request";
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** The entry shows no fields at all, so the caller is unknown. */
  readonly isWithoutFields: boolean;
  readonly body?: string;
}

/** Methods whose requests normally have no body. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

/**
 * The request of an entry. A fact that an entry states in two places is read from either; a contradictory request is
 * left out.
 */
export async function harRequest(
  entry: unknown,
  writer: Writer,
): Promise<HarRequest | Exclude<Recorded, { readonly kind: "whole" }>> {
  const request = member(entry, "request");
  const [given, written] = [member(request, "method"), member(request, "url")];
  if (typeof given !== "string" || given === "" || typeof written !== "string" || written === "")
    return { kind: "malformed", why: "an entry has no request with a method and a url" };
  const method = given.toUpperCase();
  const { list, isMissing } = shownFields(request, writer);
  const headers = withCookies(list, member(request, "cookies"));
  // Plumbline's archives have this member when the address that was sent is not valid in an archive.
  const sent = member(request, "_sent");
  const url =
    typeof sent === "string" && sent !== ""
      ? sent
      : wholeUrl(withQuery(written, pairsIn(member(request, "queryString"))), headers);
  if (url === undefined) return LEFT_OUT.address;
  const body = await sentBody(request, method, headers);
  if (typeof body === "object") return body;
  return { kind: "request", method, url, headers, isWithoutFields: isMissing, ...(body !== undefined && { body }) };
}

/** A path without an address is at the host that was asked. No member states the scheme, so https is assumed. */
function wholeUrl(url: string, headers: HeaderList): string | undefined {
  if (!url.startsWith("/")) return url;
  const host = headerValue(headers, "host");
  return host === undefined ? undefined : `https://${host}${url}`;
}

async function sentBody(request: unknown, method: string, headers: HeaderList): Promise<string | undefined | LeftOut> {
  const data = member(request, "postData");
  const text = member(data, "text");
  if (typeof text === "string" && text !== "") {
    const kept = await keptBody({ text, encoding: member(data, "encoding"), size: Number.NaN, headers });
    return "why" in kept ? kept : kept.body;
  }
  if (isContainer(text)) return restated(text) ?? LEFT_OUT.requestBody;
  const form = formOf(data, headers);
  if (form !== undefined) return form;
  const size = numberIn(member(request, "bodySize"));
  const length = headerValue(headers, "content-length");
  const isChunked = headerValue(headers, "transfer-encoding") !== undefined;
  if (size > 0 || Number(length) > 0 || isChunked || isKeptElsewhere(data)) return LEFT_OUT.requestBody;
  const isKnown = WITHOUT_BODY.has(method) || size === 0 || length?.trim() === "0" || text === "";
  return isKnown ? undefined : LEFT_OUT.requestBody;
}

/**
 * The fields of a form, which some writers keep instead of its text. A multipart body cannot be restored from its
 * parts.
 */
function formOf(data: unknown, headers: HeaderList): string | undefined {
  const params = pairsIn(member(data, "params"));
  if (params.length === 0) return undefined;
  const type = headerValue(headers, "content-type") ?? textIn(member(data, "mimeType"));
  return /^\s*(?:application\/x-www-form-urlencoded|$)/i.test(type) ? queryText(params) : undefined;
}

/** Playwright keeps bodies in separate files if it is told to. */
export const isKeptElsewhere = (content: unknown): boolean =>
  member(content, "_file") !== undefined || member(content, "_sha1") !== undefined;
