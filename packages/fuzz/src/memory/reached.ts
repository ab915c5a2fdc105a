import type { OperationId } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";

/** The version of the format in which a run leaves to later ones what to begin with. */
export const REACHED_FORMAT = "plumbline-reached/2";

/** The name of one of the fuzzer's own requests: nothing of a target, so that nothing has to be taken from a file. */
export interface ReachedCase {
  /** Its id in a plan, such as `refused listAlerts/v2 plain query/itemsPerPage:maximum+1 above`. */
  readonly testCase: string;
  /** The seed, where a valid request is a combination of several things. */
  readonly seed?: number;
  /** The number that drew it, where it is none of those that are enumerated. */
  readonly drawn?: number;
}

/** The requests to one operation that showed something first. Lists are in order, so that equal ones are equal texts. */
export interface Reached {
  readonly format: typeof REACHED_FORMAT;
  readonly operation: OperationId;
  /** Each brought an answer of a status and an error code that no other had brought from the operation. */
  readonly answers: readonly ReachedCase[];
  /** Each has proven a cell of the contract, whether kept or broken. */
  readonly cells: readonly ReachedCase[];
}

/** Of one operation: no more answers are told apart, and 500 cells are planned for the one that has most. */
export const MOST = { answers: 60, cells: 600 } as const;
/** Of both together, those with a number: each of them costs a drawing. */
export const MOST_NUMBERED = 40;

/** The name of the file without folder: one for each operation, so that parts of a plan write different ones. */
export const reachedFile = (operation: OperationId): string => `reached-${operation}.json`;

/** A line for each request: what is added or taken out is that line in a comparison of two versions. */
export function reachedText({ format, operation, answers, cells }: Reached): string {
  const lines = (all: readonly ReachedCase[]): string =>
    all.length === 0 ? "[]" : `[\n${all.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`;
  return `{
  "format": ${JSON.stringify(format)},
  "operation": ${JSON.stringify(operation)},
  "answers": ${lines(answers)},
  "cells": ${lines(cells)}
}
`;
}

/** The name of a test case of a run, planned or drawn by `seed`. */
export function nameOf({ id, aim, tier, drawn }: TestCase, seed: number): ReachedCase {
  const bare = id.replace(/^drawn \d+ /, "");
  const testCase = bare.startsWith(`${aim} `) ? bare : `${aim} ${bare}`;
  if (drawn !== undefined) return { testCase, drawn };
  return aim === "accepted" && tier === "valid" ? { testCase, seed } : { testCase };
}

/** Tells names apart, and brings them into order. */
export const keyOf = ({ testCase, seed, drawn }: ReachedCase): string => JSON.stringify([testCase, seed, drawn]);

/** What was reached in the order in which a file names it, so that two runs write equal files. */
export const inOrder = (all: readonly ReachedCase[]): readonly ReachedCase[] =>
  all.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
