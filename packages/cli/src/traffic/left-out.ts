import type { Recorded } from "./recorded.ts";

/** Why an exchange is not judged. There are few reasons, so that each can be counted. */
export type LeftOut = Extract<Recorded, { readonly kind: "partial" }>;

const leftOut = (why: string): LeftOut => ({ kind: "partial", why });

export const LEFT_OUT = {
  unanswered: leftOut("no answer was recorded"),
  brokenOff: leftOut("the answer was broken off"),
  ofBrowser: leftOut("a cache or a worker of the browser answered"),
  requestBody: leftOut("the body of the request was left out"),
  answerBody: leftOut("the body of the answer was left out"),
  partOfBody: leftOut("only a part of the answer's body was kept"),
  packed: leftOut("a compressed body cannot be decoded"),
  notBase64: leftOut("a body claims to be base64 and is not"),
  fields: leftOut("the fields of the answer were left out"),
  address: leftOut("the address of the request was not kept whole"),
  layout: leftOut("the layout of the answer's body, which the request asks for, was not kept"),
  variable: leftOut("a variable of the collection has no value"),
} as const;
