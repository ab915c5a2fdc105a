import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Failure,
  FailureFormatError,
  LARGEST_FILE,
  objectionTo,
  printable,
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

/** What a file or a folder holds. */
export interface StoredFailures {
  /** In the order of names. */
  readonly stored: readonly StoredFailure[];
  /** Files that hold no failure, each with the reason: nothing of them is sent. */
  readonly refused: readonly string[];
  /** The user named one file, so that nothing is left when it is refused. */
  readonly single: boolean;
}

export const NOTHING_STORED: StoredFailures = { stored: [], refused: [], single: false };

/**
 * Reads a file with one failure, or every failure of a folder. In a folder, a file that holds none is named and the others
 * count; links and what is no regular file are not opened, since whoever adds to a folder decides where they lead.
 * @throws UsageError when it cannot be read, or is one file that holds no failure.
 */
export function readFailures(path: string): StoredFailures {
  try {
    if (!statSync(path).isDirectory()) {
      if (!statSync(path).isFile())
        throw new UsageError(`${path} cannot be replayed: expected a regular file or a folder`);
      return { stored: [read(path)], refused: [], single: true };
    }
    const stored: StoredFailure[] = [];
    const refused: string[] = [];
    for (const file of listed(path)) {
      try {
        if (lstatSync(file).isFile()) stored.push(read(file));
        else
          refused.push(
            `${printable(file)}: expected a regular file, received a link or another kind of entry: put a copy in its place`,
          );
      } catch (error) {
        if (!isOfFile(error)) throw error;
        refused.push(error instanceof FailureFormatError ? error.message : `${printable(file)}: ${error.message}`);
      }
    }
    return { stored, refused, single: false };
  } catch (error) {
    if (isOfFile(error)) throw unusable(path, error);
    throw error;
  }
}

/**
 * Leaves out what is no failure under a target's contract.
 * @throws UsageError when that is the one file that the user named.
 */
export function heldUnder(contract: Contract, { stored, refused, single }: StoredFailures): StoredFailures {
  const objections = stored.flatMap(({ file, failure }) => {
    const objection = objectionTo(failure, contract);
    return objection === undefined ? [] : [{ failure, error: new FailureFormatError(file, objection) }];
  });
  const [first] = objections;
  if (single && first !== undefined) throw unusable(first.error.file, first.error);
  const out = new Set(objections.map(({ failure }) => failure));
  return {
    stored: stored.filter(({ failure }) => !out.has(failure)),
    refused: [...refused, ...objections.map(({ error }) => error.message)],
    single,
  };
}

function read(file: string): StoredFailure {
  const { size } = statSync(file);
  if (size > LARGEST_FILE)
    throw new FailureFormatError(file, {
      pointer: "",
      expected: `a file of at most ${LARGEST_FILE} bytes`,
      received: `${size} bytes`,
    });
  return { file, failure: readStored(readFileSync(file), file) };
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
