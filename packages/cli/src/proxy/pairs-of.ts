import type { HeaderList } from "@plumbline/client";

/** Node's raw header fields as pairs of name and value. */
export const pairsOf = (rawHeaders: readonly string[]): HeaderList =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []));
