import { createHash } from "node:crypto";

/** The first 32 hexadecimal digits of a SHA-256, the same for the same text for ever. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, 32);
}
