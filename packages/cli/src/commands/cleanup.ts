import { dirname } from "node:path";
import { cleanUp, type PendingUndo, PendingUndoReader } from "@plumbline/conformance";
import { EVENTS_FORMAT } from "@plumbline/report";
import { boundedLines, MOST_OF_LINE } from "../bounded-lines.ts";
import type { Command } from "../command.ts";
import { assertUnlocked } from "../files/folder-lock.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { cleanupAsJson, cleanupInWords } from "./cleanup-answer.ts";

/** `plumbline cleanup`: deletes or restores the records that a killed run left, as its journal lists them. */
export const cleanup: Command = {
  name: "cleanup",
  summary: "delete or restore what a killed run left on the target, and list what remains",
  opensTarget: "named",
  flags: {
    ...TARGET_FLAGS,
    from: { value: "FILE", help: "the run's journal (default reports/latest/journal.ndjson)" },
    "dry-run": { help: "list what cleanup would delete or restore, and send nothing" },
    json: { help: "print one JSON document: counts, and each record with operation, id, path, state, note" },
  },
  examples: [
    "plumbline cleanup --target target.yml --dry-run",
    "plumbline cleanup --target target.yml --from reports/latest/journal.ndjson",
  ],
  run: async (given, terminal) => {
    if (given.one("target") === undefined)
      throw new UsageError("plumbline cleanup needs --target: name the server that the killed run tested");
    if (given.has("json") && given.has("dry-run"))
      throw new UsageError(
        "--json lists what remains on the target, and --dry-run sends it no request: leave one of them out",
      );
    const from = given.one("from") ?? "reports/latest/journal.ndjson";
    assertUnlocked(dirname(from), "end that run, and it deletes what it created by itself");
    const { target, connection, close } = await openTarget(given, terminal);
    try {
      const reader = new PendingUndoReader(target.contract);
      await readInto(reader, from, target.baseUrl);
      const { pending } = reader;
      for (const { line, pointer, why } of pending.skipped)
        terminal.note(`${from}:${line}${pointer === "" ? "" : ` ${pointer}`}: ${why}; cleanup ignores the line\n`);
      if (given.has("dry-run")) {
        terminal.out(intentions(pending));
        return pending.skipped.length > 0 ? 2 : 0;
      }
      const accounts = await cleanUp(target, pending, { ...(connection && { connection }) });
      const about = { target: target.baseUrl, journal: from, skippedLines: pending.skipped.length };
      terminal.out(given.has("json") ? cleanupAsJson(accounts, about) : cleanupInWords(accounts));
      if (accounts.some(({ state }) => state === "left" || state === "disturbed")) return 7;
      return pending.skipped.length > 0 ? 2 : 0;
    } finally {
      await close();
    }
  },
};

/** The effects that a cleanup would have, with a line for each record. */
function intentions({ entries, closed }: PendingUndo): string {
  const taken = entries.map((entry) => {
    const isStaying = entry.kind === "lasting" || (entry.kind === "made" && entry.effect.remove === undefined);
    return { entry, isStaying };
  });
  const staying = closed.filter(({ state }) => state === "stays").map(({ entry }) => ({ entry, isStaying: true }));
  return [...taken, ...staying]
    .map(({ entry, isStaying }) => {
      const id = "id" in entry && entry.id !== undefined ? entry.id : "its id is unknown, because no answer named it";
      return isStaying
        ? `would check what remains of ${entry.operation}: ${id}\n`
        : `would undo ${entry.operation}: ${id}\n`;
    })
    .join("");
}

/** Replaces a line that is longer. It is not a journal event, so the reader skips it and names it by this text. */
const TOO_LONG = `longer than ${MOST_OF_LINE} bytes`;

/**
 * Reads a journal line by line, because that of a long run does not fit into a string.
 * @throws UsageError when the file cannot be read, is no journal of this format, or belongs to another target.
 */
async function readInto(reader: PendingUndoReader, from: string, baseUrl: string): Promise<void> {
  let first = true;
  try {
    for await (const { text = TOO_LONG } of boundedLines(from)) {
      if (first) needsJournalOf(baseUrl, from, text);
      first = false;
      reader.read(text);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error) throw new UsageError(`${from} cannot be read: ${error.message}`);
    throw error;
  }
  if (first) throw new UsageError(`${from} is empty: expected the journal.ndjson of a run`);
}

function needsJournalOf(baseUrl: string, from: string, text: string): void {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    throw new UsageError(`${from}:1: expected the first event of a run's journal, received text that is not JSON`);
  }
  const { type, format, target } = Object(event);
  if (type !== "run" || format !== EVENTS_FORMAT)
    throw new UsageError(
      `${from}:1: expected a journal of the format ${EVENTS_FORMAT}: name the journal.ndjson of the run`,
    );
  const url: unknown = Object(target).url;
  if (url !== baseUrl)
    throw new UsageError(
      `${from}:1 /target/url: the journal is about ${String(url)}, but --target is ${baseUrl}: cleanup removed nothing`,
    );
}
