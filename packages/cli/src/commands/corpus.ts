import { existsSync } from "node:fs";
import { join } from "node:path";
import { FailureFormatError, printable, Reach, reachedFile } from "@plumbline/fuzz";
import type { Contract } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { writeReached } from "./fuzz-files.ts";
import { heldUnder, NOTHING_STORED, readFailures, type StoredFailure } from "./stored-failures.ts";

/** Nothing else is wrong than that files hold no failure, or name what is no request of the fuzzer's. */
const REFUSED = 2;
/** Names that are shown one by one when they stand for nothing. */
const SHOWN = 10;

/** What earlier runs have stored, and where this one stores what it learns. */
export interface Corpus {
  /** Undefined when the user names none: then nothing is learnt for later. */
  readonly folder: string | undefined;
  /** What of it holds under a target's contract; the rest is named. */
  readonly under: (contract: Contract) => {
    readonly stored: readonly StoredFailure[];
    readonly reach: Reach | undefined;
    /** Stores what was reached: 2 when something of the corpus was left out, 0 otherwise. */
    readonly conclude: () => number;
  };
}

/**
 * The corpus that `--corpus` names; a folder that is not there yet holds nothing.
 * @throws UsageError when it cannot be read.
 */
export function corpusOf(given: Given, terminal: Terminal): Corpus {
  const folder = given.one("corpus");
  const found = folder === undefined || !existsSync(folder) ? NOTHING_STORED : readFailures(folder);
  return {
    folder,
    under: (contract) => {
      const { stored, refused } = heldUnder(contract, found);
      for (const { why } of refused) terminal.note(`not replayed: ${why}\n`);
      const reach = folder === undefined ? undefined : new Reach(found.reached);
      return {
        stored,
        reach,
        conclude: () => {
          if (folder === undefined || reach === undefined) return refused.length > 0 ? REFUSED : 0;
          for (const why of unplanned(folder, reach)) terminal.note(`not sent: ${why}\n`);
          const lost = new Set(refused.map(({ file }) => file));
          // What somebody has to look at is not written over.
          const added = reach.added.filter(({ operation }) => !lost.has(join(folder, reachedFile(operation))));
          const files = writeReached(folder, added);
          if (!given.has("quiet") && (reach.asked > 0 || files.length > 0))
            terminal.note(
              `The run sent ${reach.asked} requests of earlier runs first, and stored new ones in ${files.length} files of ${folder}\n`,
            );
          return refused.length > 0 || reach.strangers.length > 0 ? REFUSED : 0;
        },
      };
    },
  };
}

/** Why names of requests stand for none, file and line by file and line. */
function unplanned(folder: string, { strangers }: Reach): readonly string[] {
  const told = strangers.slice(0, SHOWN).map(({ operation, pointer, name }) => {
    const objection = { pointer, expected: "the name of a request that the fuzzer plans", received: name };
    return new FailureFormatError(join(folder, reachedFile(operation)), objection).message;
  });
  const more = strangers.length - told.length;
  return more > 0 ? [...told, `${more} more names in ${printable(folder)} match no request`] : told;
}
