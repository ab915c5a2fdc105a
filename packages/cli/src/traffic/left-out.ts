import type { Recorded } from "./recorded.ts";

/** Why an exchange is not judged. The reasons are few, so that each can be counted. */
export type LeftOut = Extract<Recorded, { readonly kind: "partial" }>;

const leftOut = (why: string, advice?: string): LeftOut => ({
  kind: "partial",
  why,
  ...(advice !== undefined && { advice }),
});

const WITH_CONTENT = "save the archive with content";

/** Every reason why an exchange of a recording is not judged, with what the user can do. */
export const LEFT_OUT = {
  unanswered: leftOut("no answer was recorded"),
  brokenOff: leftOut("the answer is incomplete"),
  ofBrowser: leftOut(
    "a cache or worker of the browser answered, not the server",
    "switch off the cache while you record",
  ),
  requestBody: leftOut("the request's body is missing", WITH_CONTENT),
  answerBody: leftOut("the answer's body is missing", WITH_CONTENT),
  partOfBody: leftOut("the recording holds only a part of the answer's body", "record bodies whole"),
  packed: leftOut("a compressed body cannot be decoded", "record bodies decoded"),
  notBase64: leftOut("a body is marked as base64, but is not base64"),
  fields: leftOut("the answer's headers are missing", "record the headers too"),
  address: leftOut("the recording shortens the request's address"),
  layout: leftOut("the recording lost the layout of the answer's body, which the request asks for"),
  variable: leftOut("a variable of the collection has no value", "export it with its variables filled in"),
} as const;
