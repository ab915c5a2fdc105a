import { type HeaderList, headerValue, parseJson, type WireRequest } from "@plumbline/client";
import type { AskedForm } from "../asked-form.ts";
import type { Asker, Passed } from "../passed.ts";

/** The parts of a request that decide its answer. */
interface Asked {
  readonly asker: Asker;
  readonly method: string;
  readonly url: string;
  /** The form in words, or the Accept value if the form is not known. */
  readonly wants: string;
  readonly contentType: string | undefined;
  readonly body?: string | undefined;
}

/** Requests with equal keys ask for the same, whether a client or the suite wrote them. */
function requestKey({ asker, method, url, wants, contentType, body }: Asked): string {
  const at = url.indexOf("?");
  const place = at === -1 ? url : `${url.slice(0, at)}?${queryKey(url.slice(at + 1))}`;
  const sent = body === undefined || body === "" ? "" : `${mediaType(contentType)} ${bodyKey(body)}`;
  return [asker, method, place, wants, sent].join("\n");
}

/** The order of parameters has no meaning unless one appears twice. */
function queryKey(query: string): string {
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.map(encodeURIComponent).join("="));
  const isPlain = new Set(pairs.map((pair) => pair.split("=")[0])).size === pairs.length;
  return isPlain && pairs.join("&") === query.replaceAll("+", "%20") ? pairs.toSorted().join("&") : query;
}

const mediaType = (contentType: string | undefined): string => contentType?.split(";")[0]?.trim().toLowerCase() ?? "";

function bodyKey(body: string): string {
  const json = parseJson(body);
  return json === undefined ? body : JSON.stringify(json);
}

/** The key of a recorded request. */
export function keyOfPassed({ asker, form, exchange: { request } }: Passed): string {
  return requestKey({ asker, ...partsOf(request, form) });
}

/** The key of a composed request, for a caller and a form. */
export function keyOfRequest(request: WireRequest, asker: Asker, form: AskedForm): string {
  return requestKey({ asker, ...partsOf(request, form) });
}

type Request = Pick<WireRequest, "method" | "url" | "headers" | "body">;

function partsOf({ method, url, headers: given = [], body }: Request, form: AskedForm): Omit<Asked, "asker"> {
  const headers: HeaderList = Array.isArray(given) ? given : Object.entries(given);
  return {
    method,
    url,
    wants: wantsOf(form, headerValue(headers, "accept")),
    contentType: headerValue(headers, "content-type"),
    body: typeof body === "string" || body === undefined ? body : Buffer.from(body).toString("utf8"),
  };
}

function wantsOf(form: AskedForm, accept: string | undefined): string {
  switch (form.kind) {
    case "plain":
      return "";
    case "dated":
      return form.date;
    case "any":
      return accept ?? "none";
    default:
      return form satisfies never;
  }
}
