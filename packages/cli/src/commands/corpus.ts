import { existsSync } from "node:fs";
import { join } from "node:path";
import { FailureFormatError, printable, Reach, reachedFile } from "@plumbline/fuzz";
import type { Contract } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { writeReached } from "./fuzz-files.ts";
import { heldUnder, NOTHING_STORED, readFailures, type StoredFailure } from "./stored-failures.ts";

/**
 * Exit code when nothing is wrong except stored files that hold no failure, or names that match no request of the
 * fuzzer.
 */
const REFUSED = 2;
/** How many names without a request are shown one by one. */
const SHOWN = 10;

/** The failures and requests that earlier runs stored, and the folder for those of this run. */
export interface Corpus {
  /** Undefined without `--corpus`: then the run stores nothing for later runs. */
  readonly folder: string | undefined;
  /** The part that is valid under a target's contract. The rest is reported on the terminal. */
  readonly under: (contract: Contract) => {
    readonly stored: readonly StoredFailure[];
    readonly reach: Reach | undefined;
    /**
     * Stores the requests that reached something new. Returns 2 when part of the corpus was left out, and otherwise 0.
     */
    readonly conclude: () => number;
  };
}

/**
 * The corpus that `--corpus` names; a folder that does not exist yet is an empty corpus.
 * @throws UsageError when the folder cannot be read.
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
          // The user must look at a refused file, so the run does not overwrite it.
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

/** Says, by file and line, which stored names match no request. */
function unplanned(folder: string, { strangers }: Reach): readonly string[] {
  const told = strangers.slice(0, SHOWN).map(({ operation, pointer, name }) => {
    const objection = { pointer, expected: "the name of a request that the fuzzer plans", received: name };
    return new FailureFormatError(join(folder, reachedFile(operation)), objection).message;
  });
  const more = strangers.length - told.length;
  return more > 0 ? [...told, `${more} more names in ${printable(folder)} match no request`] : told;
}
