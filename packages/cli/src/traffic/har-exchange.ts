import { type Exchange, type HeaderList, headerValue, parseJson } from "@plumbline/client";
import { fieldsOf, member } from "@plumbline/conformance";
import { bodyText } from "./body-text.ts";
import type { Recorded } from "./recorded.ts";
import { keepsCredentials } from "./silent-browser.ts";

/**
 * An entry of an HTTP archive (HAR 1.2, section "entries") as an exchange. Bodies may stand in base64; an answer whose body
 * was left out cannot be told from an empty one, so it is not judged.
 */
export function harExchange(entry: unknown, id: string): Recorded {
  const request = member(entry, "request");
  const response = member(entry, "response");
  // Archives of Plumbline say so where the address on the wire was none that an archive may have.
  const [method, url] = [textOf(request, "method"), textOf(request, "_sent") ?? textOf(request, "url")];
  if (method === undefined || url === undefined)
    return { kind: "malformed", why: "an entry has no request with a method and a url" };
  const status = member(response, "status");
  if (typeof status !== "number" || !Number.isInteger(status))
    return { kind: "malformed", why: "an entry has no response with a status" };
  if (status < 100 || status > 599) return { kind: "partial", why: "no answer was recorded" };
  if (isOfBrowser(entry, response)) return partial("a cache or a worker of the browser answered");
  const sent = sentBody(request);
  // These have none on the wire; what an archive shows beside a 304 is what the browser had kept.
  const answered = status === 204 || status === 304 ? plain("") : answeredBody(response);
  if ("why" in sent) return sent;
  if ("why" in answered) return answered;
  const shown = headersOf(request);
  const headers = keepsCredentials(entry, shown, status) ? [...shown, LEFT_OUT] : shown;
  const time = Number(member(entry, "time")) || 0;
  const startedAt = Date.parse(String(member(entry, "startedDateTime")));
  const exchange: Exchange = {
    id,
    request: {
      method: method.toUpperCase(),
      url,
      headers,
      ...(sent.body !== undefined && { body: sent.body }),
      credential: { scheme: schemeOf(headers) },
    },
    response: { status, headers: headersOf(response), ...answered, json: parseJson(answered.body) },
    startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
    milliseconds: Math.max(time, 0),
  };
  return { kind: "whole", exchange };
}

/** Stands for a credential that the entry does not show: nobody can be told by it, and not that there was none. */
const LEFT_OUT = ["authorization", "(left out of the archive)"] as const;

const textOf = (object: unknown, name: string): string | undefined => {
  const value = member(object, name);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Fields as they were recorded, but for those that HTTP/2 has in place of a first line. */
function headersOf(side: unknown): HeaderList {
  return Object.values(fieldsOf(member(side, "headers"))).flatMap((field) => {
    const [name, value] = [member(field, "name"), member(field, "value")];
    return typeof name !== "string" || name.startsWith(":") ? [] : [[name, String(value ?? "")] as const];
  });
}

type Partial = Extract<Recorded, { readonly kind: "partial" }>;
const partial = (why: string): Partial => ({ kind: "partial", why });

function sentBody(request: unknown): { readonly body?: string } | Partial {
  const data = member(request, "postData");
  const text = member(data, "text");
  if (typeof text === "string") return { body: member(data, "encoding") === "base64" ? decoded(text).body : text };
  const isMissing = data !== undefined || Number(member(request, "bodySize")) > 0;
  return isMissing ? partial("the body of the request was left out") : {};
}

/** What the server may have said at another time, or not at all. */
const isOfBrowser = (entry: unknown, response: unknown): boolean =>
  typeof member(entry, "_fromCache") === "string" || member(response, "_fetchedViaServiceWorker") === true;

type Body = ReturnType<typeof bodyText>;

function answeredBody(response: unknown): Body | Partial {
  const content = member(response, "content");
  const text = member(content, "text");
  const size = Number(member(content, "size"));
  if (typeof text === "string") {
    const isText = member(content, "encoding") !== "base64";
    const body = isText ? plain(text, member(content, "_invalidUtf8") === true) : decoded(text);
    return body.bodyBytes < size ? partial("only a part of the answer's body was kept") : body;
  }
  const isMissing = size > 0 || Number(member(response, "bodySize")) > 0 || Number(lengthOf(response)) > 0;
  return isMissing ? partial("the body of the answer was left out") : plain("");
}

const lengthOf = (response: unknown): string | undefined => headerValue(headersOf(response), "content-length");

const plain = (body: string, invalidUtf8 = false): Body => ({
  body,
  bodyBytes: Buffer.byteLength(body),
  invalidUtf8,
});

const decoded = (base64: string): Body => bodyText(Buffer.from(base64, "base64"));

/** By whose credentials a request was signed, as far as its header tells; browsers leave it out of what they save. */
export function schemeOf(headers: HeaderList): Exchange["request"]["credential"]["scheme"] {
  const [scheme = ""] = headerValue(headers, "authorization")?.toLowerCase().split(" ") ?? [];
  return scheme === "digest" || scheme === "basic" || scheme === "bearer" ? scheme : "none";
}
