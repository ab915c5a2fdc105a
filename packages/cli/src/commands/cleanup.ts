import { open } from "node:fs/promises";
import { cleanUp, PendingUndoReader } from "@plumbline/conformance";
import { EVENTS_FORMAT } from "@plumbline/report";
import type { Command } from "../command.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";

export const cleanup: Command = {
  name: "cleanup",
  summary: "take back what a run that was killed left on the target",
  flags: {
    ...TARGET_FLAGS,
    from: { value: "FILE", help: "the run's journal (default reports/latest/journal.ndjson)" },
    "dry-run": { help: "say what would be taken back and send nothing" },
  },
  examples: [
    "plumbline cleanup --target target.yml --dry-run",
    "plumbline cleanup --target target.yml --from reports/latest/journal.ndjson",
  ],
  run: async (given, terminal) => {
    if (given.one("target") === undefined)
      throw new UsageError("plumbline cleanup needs --target: the server that the killed run judged");
    const from = given.one("from") ?? "reports/latest/journal.ndjson";
    const { target, connection, close } = await openTarget(given, terminal);
    try {
      const reader = new PendingUndoReader(target.contract);
      await readInto(reader, from, target.baseUrl);
      const { pending } = reader;
      for (const { line, pointer, why } of pending.skipped)
        terminal.note(`${from}:${line}${pointer === "" ? "" : ` ${pointer}`}: ${why}; the line is left out\n`);
      if (given.has("dry-run")) {
        for (const { operation, ...entry } of pending.entries)
          terminal.out(
            `would take back what ${operation} did: ${("id" in entry && entry.id) || "no answer told of it"}\n`,
          );
        return pending.skipped.length > 0 ? 2 : 0;
      }
      const changes = await cleanUp(target, pending, { ...(connection && { connection }) });
      for (const { operation, id, state, note } of changes)
        terminal.out(`${line(operation, id, state)}${note ? `: ${note}` : ""}\n`);
      if (changes.every(({ state }) => state !== "left")) terminal.out("that run left nothing more\n");
      if (changes.some(({ state }) => state === "left" || state === "disturbed")) return 7;
      return pending.skipped.length > 0 ? 2 : 0;
    } finally {
      await close();
    }
  },
};

const SIGNS = { removed: "✔", restored: "✔", stays: "⚓", left: "✘", disturbed: "⚠" } as const;
const WORDS = {
  removed: "is gone",
  restored: "is as it was",
  stays: "stays",
  left: "is left",
  disturbed: "changed",
} as const;

const line = (operation: string, id: string, state: keyof typeof SIGNS): string =>
  `${SIGNS[state]} ${id} of ${operation} ${WORDS[state]}`;

/**
 * Reads a journal line by line: one of a long run does not fit into a string.
 * @throws UsageError when the file cannot be read, is no journal of this format, or one of another target.
 */
async function readInto(reader: PendingUndoReader, from: string, baseUrl: string): Promise<void> {
  let first = true;
  try {
    const file = await open(from);
    for await (const text of file.readLines()) {
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
      `${from}:1: expected a journal of the format ${EVENTS_FORMAT}: name journal.ndjson of the run`,
    );
  const url: unknown = Object(target).url;
  if (url !== baseUrl)
    throw new UsageError(
      `${from}:1 /target/url: the journal is about ${String(url)}, but --target is ${baseUrl}: nothing was removed`,
    );
}
