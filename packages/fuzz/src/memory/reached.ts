import type { OperationId } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";

/** The version of the format in which a run stores requests for later runs to start with. */
export const REACHED_FORMAT = "plumbline-reached/2";

/**
 * The name of one of the fuzzer's own requests. It contains nothing from a target, so that no content of a file is
 * sent.
 */
export interface ReachedCase {
  /** Id of the test case in a plan, such as `refused listAlerts/v2 plain query/itemsPerPage:maximum+1 above`. */
  readonly testCase: string;
  /** The seed, if a valid request combines several parts. */
  readonly seed?: number;
  /** The number that drew the request, if it is not enumerated. */
  readonly drawn?: number;
}

/**
 * The requests to one operation that were the first to show something. Lists are sorted, so that equal data has equal
 * text.
 */
export interface Reached {
  readonly format: typeof REACHED_FORMAT;
  readonly operation: OperationId;
  /** Each got an answer with a status and an error code that no other request to the operation got. */
  readonly answers: readonly ReachedCase[];
  /** Each proved a cell of the contract, kept or broken. */
  readonly cells: readonly ReachedCase[];
}

/** Limits per operation: more answers are not distinguished, and the largest operation has 500 planned cells. */
export const MOST = { answers: 60, cells: 600 } as const;
/** Limit for both lists together of requests with a number, each of which must be drawn again. */
export const MOST_NUMBERED = 40;

/** The file name without folder. Each operation has its own file, so that shards of a plan write different files. */
export const reachedFile = (operation: OperationId): string => `reached-${operation}.json`;

/** One line per request, so that a diff between two versions shows each added or removed request. */
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

/** The name of a test case of a run that was planned or drawn with `seed`. */
export function nameOf({ id, aim, tier, drawn }: TestCase, seed: number): ReachedCase {
  const bare = id.replace(/^drawn \d+ /, "");
  const testCase = bare.startsWith(`${aim} `) ? bare : `${aim} ${bare}`;
  if (drawn !== undefined) return { testCase, drawn };
  return aim === "accepted" && tier === "valid" ? { testCase, seed } : { testCase };
}

/** The key that identifies and sorts names. */
export const keyOf = ({ testCase, seed, drawn }: ReachedCase): string => JSON.stringify([testCase, seed, drawn]);

/** Sorts names for a file, so that equal runs write equal files. */
export const inOrder = (all: readonly ReachedCase[]): readonly ReachedCase[] =>
  all.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
