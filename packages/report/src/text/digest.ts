import { createHash } from "node:crypto";

/** The first 32 hexadecimal digits of the SHA-256 of a text in UTF-8. Must stay the same in all versions. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, 32);
}
