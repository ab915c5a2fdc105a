import type { InformationEvent } from "node:http";
import { informed } from "./fields.ts";
import { isWritable } from "./unpassable.ts";

/** The bytes of an informational answer (1xx) for a client, in Latin-1; `undefined` if they cannot be written. */
export function informational({ statusCode, statusMessage, rawHeaders }: InformationEvent): string | undefined {
  if (!isWritable(statusMessage)) return undefined;
  const kept = informed(rawHeaders);
  const lines = kept.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${kept[at + 1] ?? ""}\r\n`] : []));
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`;
}
