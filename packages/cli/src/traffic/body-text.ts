import { isUtf8 } from "node:buffer";
import type { Answer } from "@plumbline/client";

/** The decoded bytes of a body, in the form in which answers keep them. */
export const bodyText = (bytes: Buffer): Pick<Answer, "body" | "bodyBytes" | "invalidUtf8"> => ({
  body: bytes.toString("utf8"),
  bodyBytes: bytes.length,
  invalidUtf8: !isUtf8(bytes),
});
