import { createReadStream } from "node:fs";
import { JSONParser } from "@streamparser/json";
import type { Ending } from "./recorded.ts";

/** The entries of an HTTP archive, one after the other however long it is; returns why it ends too soon, where it does. */
export async function* harEntries(path: string): AsyncGenerator<unknown, Ending> {
  const parser = new JSONParser({ paths: ["$.log.entries.*"], keepStack: false });
  let found: unknown[] = [];
  let cut: string | undefined;
  parser.onValue = ({ value }) => {
    found.push(value);
  };
  parser.onError = (error) => {
    cut ??= error.message;
  };
  for await (const chunk of createReadStream(path)) {
    if (cut === undefined) parser.write(chunk as Buffer);
    yield* found;
    found = [];
    if (cut !== undefined) break;
  }
  if (cut === undefined && !parser.isEnded) cut = "it ends before the archive does";
  return cut === undefined ? {} : { cut };
}
