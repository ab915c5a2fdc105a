import { closeSync, openSync, readSync } from "node:fs";
import { member } from "@plumbline/conformance";
import { UsageError } from "../usage-error.ts";
import { harEntries } from "./har-entries.ts";
import { harExchange } from "./har-exchange.ts";
import { isKept, journalExchange } from "./journal-exchange.ts";
import { lineEntries } from "./line-entries.ts";
import type { Ending, Recorded } from "./recorded.ts";

/** How much of a file tells its form. */
const HEAD = 4_096;

/**
 * The exchanges of a file with traffic: an HTTP archive, a journal or `exchanges.ndjson` of Plumbline, or one entry of an
 * archive in each line.
 * @throws UsageError when the file cannot be read, or has none of these forms.
 */
export function trafficIn(path: string): AsyncGenerator<Recorded, Ending> {
  const head = headOf(path)
    .trimStart()
    .replace(/^\uFEFF/, "");
  if (/^\{\s*"(log|comment)"\s*:/.test(head)) return archived(path);
  if (/^\{\s*"/.test(head)) return inLines(path);
  throw new UsageError(
    `${path} is no traffic that can be read: expected an HTTP archive ({"log": ...}), or a JSON object in each line (a journal, or entries of an archive)`,
  );
}

async function* archived(path: string): AsyncGenerator<Recorded, Ending> {
  const entries = harEntries(path);
  let count = 0;
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done) return next.value;
    count += 1;
    yield harExchange(next.value, String(count));
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
    if (type === "run") began = Date.parse(String(member(member(line, "run"), "startedAt"))) || 0;
    const kept = type === "exchange" ? member(line, "exchange") : line;
    // Whatever else a journal tells is no exchange.
    if (type !== undefined && type !== "exchange") continue;
    count += 1;
    yield isKept(kept) ? journalExchange(kept, began) : harExchange(kept, String(count));
  }
}

function headOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEAD);
      return bytes.toString("utf8", 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
