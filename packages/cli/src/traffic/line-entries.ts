import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseJson } from "@plumbline/client";
import type { Ending } from "./recorded.ts";

/** The JSON values of a file that has one in each line; returns where the first line stands that holds none. */
export async function* lineEntries(path: string): AsyncGenerator<unknown, Ending> {
  let line = 0;
  let cut: string | undefined;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() === "") continue;
    const value = parseJson(text);
    if (value === undefined) cut ??= `line ${line} is no JSON`;
    else yield value;
  }
  return cut === undefined ? {} : { cut };
}
