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

/** The answer in an entry of an archive. */
export interface HarAnswer {
  readonly kind: "answer";
  readonly headers: HeaderList;
  readonly body: Body;
  /** The writer stored the parsed body: its members are those of the body, its layout is not. */
  readonly isRestated: boolean;
}

/** Facts about an answer that are known before it is read. */
interface Answered {
  readonly method: string;
  readonly status: number;
  readonly writer: Writer;
}

/** The answer of an entry. It is left out if the entry shows that a part of it is missing. */
export async function harAnswer(entry: unknown, { method, status, writer }: Answered): Promise<HarAnswer | LeftOut> {
  const response = member(entry, "response");
  const { list: headers, isMissing, isCut } = shownFields(response, writer);
  // These answers have no body on the wire; with a 304, an archive shows the body that the browser had cached.
  const isBare = status < 200 || status === 204 || status === 304 || method === "HEAD";
  const content = member(response, "content");
  const isRestated = isContainer(member(content, "text"));
  const body = isBare ? plainBody("") : await answeredBody(response, headers);
  if ("why" in body) return body;
  // An answer with a body or a challenge always has fields, so the writer kept none.
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
  // Some clients in JavaScript record a missing body like this.
  if (text === '""' && length === "0") return plainBody("");
  if (member(content, "_invalidUtf8") === true) return partOr(plainBody(text, true), size, headers);
  const kept = await keptBody({ text, encoding: member(content, "encoding"), size, headers });
  return "why" in kept ? kept : partOr(kept, size, headers);
}

/**
 * The body, unless it is shorter than the stated size. That may be the size of the compressed body, so a compressed body
 * that parses as JSON counts as complete.
 */
function partOr(body: Body, size: number, headers: HeaderList): Body | LeftOut {
  if (!(Math.max(body.bodyBytes, body.keptBytes) < size)) return body;
  const isWhole = codingsOf(headers).length > 0 && parseJson(body.body) !== undefined;
  return isWhole ? body : LEFT_OUT.partOfBody;
}

/** The body of an entry without a text: the answer had none, or the writer did not keep it. */
function missingBody(response: unknown, size: number, headers: HeaderList): Body | LeftOut {
  const content = member(response, "content");
  const length = headerValue(headers, "content-length")?.trim();
  const onWire = numberIn(member(response, "bodySize"));
  if (size > 0 || onWire > 0 || Number(length) > 0 || isKeptElsewhere(content)) return LEFT_OUT.answerBody;
  if (length === "0") return plainBody("");
  // mitmproxy writes null for a body that it forwarded without keeping it.
  if (member(content, "text") === null) return LEFT_OUT.answerBody;
  const isSaid = size === 0 || onWire === 0;
  const isLikely = ["content-type", "transfer-encoding"].some((name) => headerValue(headers, name) !== undefined);
  return !isSaid && isLikely ? LEFT_OUT.answerBody : plainBody("");
}
