import { codingsOf, type HeaderList, headerValue, parseJson } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { isKeptElsewhere } from "./har-request.ts";
import { shownFields } from "./header-list.ts";
import { isContainer } from "./is-container.ts";
import { type Body, keptBody, plainBody } from "./kept-body.ts";
import { LEFT_OUT, type LeftOut } from "./left-out.ts";
import { numberIn } from "./number-in.ts";
import { restated } from "./restated.ts";
import type { Writer } from "./writer.ts";

/** An answer as an entry of an archive shows it. */
export interface HarAnswer {
  readonly kind: "answer";
  readonly headers: HeaderList;
  readonly body: Body;
  /** The body is what the writer made of it: its members are those of the body, its layout is not. */
  readonly isRestated: boolean;
}

/** What of an answer is known before it is looked at. */
interface Answered {
  readonly method: string;
  readonly status: number;
  readonly writer: Writer;
}

/** The answer of an entry. Where it says of itself that something is missing it is left out. */
export async function harAnswer(entry: unknown, { method, status, writer }: Answered): Promise<HarAnswer | LeftOut> {
  const response = member(entry, "response");
  const { list: headers, isMissing, isCut } = shownFields(response, writer);
  // These have none on the wire; what an archive shows beside a 304 is what the browser had kept.
  const isBare = status < 200 || status === 204 || status === 304 || method === "HEAD";
  const content = member(response, "content");
  const isRestated = isContainer(member(content, "text"));
  const body = isBare ? plainBody("") : await answeredBody(response, headers);
  if ("why" in body) return body;
  // Every answer that has a body or a challenge has fields.
  if (isCut || (isMissing && (body.bodyBytes > 0 || status === 401))) return LEFT_OUT.fields;
  return { kind: "answer", headers, body, isRestated };
}

async function answeredBody(response: unknown, headers: HeaderList): Promise<Body | LeftOut> {
  const content = member(response, "content");
  const text = member(content, "text");
  const size = numberIn(member(content, "size"));
  if (isContainer(text)) {
    const said = restated(text);
    return said === undefined ? LEFT_OUT.answerBody : plainBody(said);
  }
  if (typeof text !== "string") return missingBody(response, size, headers);
  const length = headerValue(headers, "content-length")?.trim();
  // What a client in JavaScript makes of no body.
  if (text === '""' && length === "0") return plainBody("");
  if (member(content, "_invalidUtf8") === true) return partOr(plainBody(text, true), size, headers);
  const kept = await keptBody({ text, encoding: member(content, "encoding"), size, headers });
  return "why" in kept ? kept : partOr(kept, size, headers);
}

/** A size may be that of the compressed body; a whole JSON text is no part of one. */
function partOr(body: Body, size: number, headers: HeaderList): Body | LeftOut {
  if (!(Math.max(body.bodyBytes, body.keptBytes) < size)) return body;
  const isWhole = codingsOf(headers).length > 0 && parseJson(body.body) !== undefined;
  return isWhole ? body : LEFT_OUT.partOfBody;
}

/** An entry without a text: the answer had no body, or the writer kept none. */
function missingBody(response: unknown, size: number, headers: HeaderList): Body | LeftOut {
  const content = member(response, "content");
  const length = headerValue(headers, "content-length")?.trim();
  const onWire = numberIn(member(response, "bodySize"));
  if (size > 0 || onWire > 0 || Number(length) > 0 || isKeptElsewhere(content)) return LEFT_OUT.answerBody;
  if (length === "0") return plainBody("");
  // mitmproxy says so of a body that it passed on without keeping it.
  if (member(content, "text") === null) return LEFT_OUT.answerBody;
  const isSaid = size === 0 || onWire === 0;
  const isLikely = ["content-type", "transfer-encoding"].some((name) => headerValue(headers, name) !== undefined);
  return !isSaid && isLikely ? LEFT_OUT.answerBody : plainBody("");
}
