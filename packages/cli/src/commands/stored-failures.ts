import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type Failure,
  FailureFormatError,
  LARGEST_FILE,
  objectionTo,
  printable,
  REACHED_FORMAT,
  type Reached,
  reachedFile,
  readStored,
  type Scenario,
} from "@plumbline/fuzz";
import type { Contract } from "@plumbline/schemas";
import { UsageError } from "../usage-error.ts";

/** A stored failure and where it lies. */
export interface StoredFailure {
  readonly file: string;
  readonly failure: Failure | Scenario;
}

/** A file of which nothing is sent, and why. */
export interface RefusedFile {
  readonly file: string;
  readonly why: string;
}

/** What a file or a folder holds. */
export interface StoredFailures {
  /** In the order of names. */
  readonly stored: readonly StoredFailure[];
  /** Names of requests that a run begins with: no failures, and nothing to replay. */
  readonly reached: readonly Reached[];
  /** Files that hold neither. */
  readonly refused: readonly RefusedFile[];
  /** The user named one file, so that nothing is left when it is refused. */
  readonly single: boolean;
}

/** A corpus that holds nothing. */
export const NOTHING_STORED: StoredFailures = { stored: [], reached: [], refused: [], single: false };

/**
 * Reads a file with one failure, or everything that a folder holds. In a folder, a file that holds none is named and the others
 * count; links and what is no regular file are not opened, since whoever adds to a folder decides where they lead.
 * @throws UsageError when it cannot be read, or is one file that holds no failure.
 */
export function readFailures(path: string): StoredFailures {
  try {
    if (!statSync(path).isDirectory()) {
      if (!statSync(path).isFile())
        throw new UsageError(`${path} cannot be replayed: expected a regular file or a folder`);
      const failure = read(path);
      if (failure.format === REACHED_FORMAT)
        throw new UsageError(
          `${path} names requests that reached something new, not a failure: plumbline fuzz --corpus ${join(path, "..")} sends them`,
        );
      return { stored: [{ file: path, failure }], reached: [], refused: [], single: true };
    }
    const stored: StoredFailure[] = [];
    const reached: Reached[] = [];
    const refused: RefusedFile[] = [];
    for (const file of listed(path)) {
      try {
        const held = lstatSync(file).isFile() ? read(file) : undefined;
        if (held === undefined) refused.push({ file, why: `${printable(file)}: ${NO_FILE}` });
        else if (held.format === REACHED_FORMAT) reached.push(held);
        else stored.push({ file, failure: held });
      } catch (error) {
        if (!isOfFile(error)) throw error;
        const isTold = error instanceof FailureFormatError;
        refused.push({ file, why: isTold ? error.message : `${printable(file)}: ${error.message}` });
      }
    }
    return { stored, reached, refused, single: false };
  } catch (error) {
    if (isOfFile(error)) throw unusable(path, error);
    throw error;
  }
}

const NO_FILE = "expected a regular file, received a link or another kind of entry: replace it by a copy";

/**
 * Leaves out what is no failure under a target's contract.
 * @throws UsageError when that is the one file that the user named.
 */
export function heldUnder(contract: Contract, found: StoredFailures): StoredFailures {
  const { stored, refused, single } = found;
  const objections = stored.flatMap(({ file, failure }) => {
    const objection = objectionTo(failure, contract);
    return objection === undefined ? [] : [{ failure, error: new FailureFormatError(file, objection) }];
  });
  const [first] = objections;
  if (single && first !== undefined) throw unusable(first.error.file, first.error);
  const out = new Set(objections.map(({ failure }) => failure));
  return {
    ...found,
    stored: stored.filter(({ failure }) => !out.has(failure)),
    refused: [...refused, ...objections.map(({ error }) => ({ file: error.file, why: error.message }))],
  };
}

/** What a file holds; requests to begin with have one file for each operation, named after it. */
function read(file: string): Failure | Scenario | Reached {
  const { size } = statSync(file);
  if (size > LARGEST_FILE)
    throw new FailureFormatError(file, {
      pointer: "",
      expected: `a file of at most ${LARGEST_FILE} bytes`,
      received: `${size} bytes`,
    });
  const held = readStored(readFileSync(file), file);
  if (held.format === REACHED_FORMAT && basename(file) !== reachedFile(held.operation))
    throw new FailureFormatError(file, {
      pointer: "/operation",
      expected: "the operation that the file is named after",
      received: `"${held.operation}", which belongs in ${reachedFile(held.operation)}`,
    });
  return held;
}

const listed = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));

/** What is wrong with a file, in contrast to this program. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof FailureFormatError || (error instanceof Error && "code" in error);

const unusable = (path: string, error: Error): UsageError =>
  new UsageError(`${path} cannot be replayed: ${error instanceof FailureFormatError ? error.why : error.message}`);
