import { statSync } from "node:fs";
import { member } from "@plumbline/conformance";
import { UsageError } from "../usage-error.ts";
import { harEntries } from "./har-entries.ts";
import { harExchange } from "./har-exchange.ts";
import { isKept, journalExchange } from "./journal-exchange.ts";
import { lineEntries } from "./line-entries.ts";
import { momentIn } from "./moment.ts";
import { PlainBytes } from "./plain-bytes.ts";
import { collectionExchanges } from "./postman/collection-exchanges.ts";
import { collectionIn } from "./postman/collection-in.ts";
import type { Ending, Recorded } from "./recorded.ts";
import { formOf } from "./traffic-form.ts";

/** How many bytes of a file are read to detect its form. */
const HEAD = 2 ** 18;

/**
 * The exchanges of a file with traffic: an HTTP archive, a journal or `exchanges.ndjson` of Plumbline, one archive
 * entry on each line, or a Postman collection with saved answers.
 * @throws UsageError when the file cannot be read, or has none of these forms.
 */
export async function* trafficIn(path: string): AsyncGenerator<Recorded, Ending> {
  const form = formOf(await headOf(path));
  switch (form) {
    case "archive":
      return yield* archived(path);
    case "lines":
      return yield* inLines(path);
    case "collection":
      yield* collectionExchanges(await collectionIn(path), statSync(path).mtimeMs);
      return {};
    case "old-collection":
      throw new UsageError(
        `${path} is a Postman collection older than v2.0: export it as "Collection v2.1", and judge that file`,
      );
    case undefined:
      throw new UsageError(
        `${path} is not readable traffic: expected an HTTP archive ({"log": ...}), a Postman collection ({"info": ..., "item": ...}), or a JSON object in each line (a journal, or entries of an archive)`,
      );
    default:
      return form satisfies never;
  }
}

async function* archived(path: string): AsyncGenerator<Recorded, Ending> {
  const entries = harEntries(path);
  let count = 0;
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done) return next.value;
    count += 1;
    yield await harExchange(next.value.value, String(count), next.value.writer);
  }
}

async function* inLines(path: string): AsyncGenerator<Recorded, Ending> {
  const entries = lineEntries(path);
  let count = 0;
  let began = 0;
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done) return next.value;
    const line = next.value;
    const type = member(line, "type");
    if (type === "run") began = momentIn(member(member(line, "run"), "startedAt"));
    const kept = type === "exchange" ? member(line, "exchange") : line;
    // Other events of a journal are no exchanges.
    if (type !== undefined && type !== "exchange") continue;
    count += 1;
    yield isKept(kept) ? journalExchange(kept, began) : await harExchange(kept, String(count));
  }
}

async function headOf(path: string): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of new PlainBytes(path)) {
    parts.push(part);
    length += part.length;
    if (length >= HEAD) break;
  }
  return Buffer.concat(parts).toString("utf8", 0, HEAD);
}
