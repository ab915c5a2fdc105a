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

/** A stored failure and its file. */
export interface StoredFailure {
  readonly file: string;
  readonly failure: Failure | Scenario;
}

/** A file that is not replayed, and the reason. */
export interface RefusedFile {
  readonly file: string;
  readonly why: string;
}

/** The contents of a file or folder of stored failures. */
export interface StoredFailures {
  /** In the order of file names. */
  readonly stored: readonly StoredFailure[];
  /** Names of requests with which a fuzzing run begins. They are no failures, so a replay skips them. */
  readonly reached: readonly Reached[];
  /** Files that hold neither a failure nor names of requests. */
  readonly refused: readonly RefusedFile[];
  /** The user named a single file, so nothing remains when it is refused. */
  readonly single: boolean;
}

/** An empty corpus. */
export const NOTHING_STORED: StoredFailures = { stored: [], reached: [], refused: [], single: false };

/**
 * Reads a file with one failure, or all files of a folder. In a folder, a file that holds no failure is refused and the
 * others count. Links and irregular files are not opened, because any program that can add to the folder decides where
 * they lead.
 * @throws UsageError when the path cannot be read, or is a single file that holds no failure.
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
 * Refuses the stored failures that are not valid under a target's contract.
 * @throws UsageError when the user named that one file.
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

/** Reads one file. Names of requests have one file for each operation, named after it. */
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

/** Whether an error is about the file; any other is a defect of this program. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof FailureFormatError || (error instanceof Error && "code" in error);

const unusable = (path: string, error: Error): UsageError =>
  new UsageError(`${path} cannot be replayed: ${error instanceof FailureFormatError ? error.why : error.message}`);
