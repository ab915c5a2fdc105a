import type { Recorded } from "./recorded.ts";

/** Why an exchange is not judged. There are few reasons, so that each can be counted. */
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
  brokenOff: leftOut("the answer was broken off"),
  ofBrowser: leftOut("a cache or a worker of the browser answered", "switch the cache off while you record"),
  requestBody: leftOut("the body of the request was left out", WITH_CONTENT),
  answerBody: leftOut("the body of the answer was left out", WITH_CONTENT),
  partOfBody: leftOut("only a part of the answer's body was kept", "record bodies whole"),
  packed: leftOut("a compressed body cannot be decoded", "record bodies decoded"),
  notBase64: leftOut("a body claims to be base64 and is not"),
  fields: leftOut("the fields of the answer were left out", "record the headers too"),
  address: leftOut("the address of the request was not kept whole"),
  layout: leftOut("the layout of the answer's body, which the request asks for, was not kept"),
  variable: leftOut("a variable of the collection has no value", "export it with its variables filled in"),
} as const;
