import type { BodyParts } from "./bodies.ts";
import { drawnBy, isDrawnOf } from "./drawn.ts";
import { enumerated } from "./enumerated.ts";
import type { Family, FuzzedSubject } from "./subjects.ts";
import type { TestCase } from "./test-case.ts";

/** The requests that may equal a stored one. The requests of an operation are enumerated once for all files. */
export function candidates(
  family: Family,
  subject: FuzzedSubject,
  { aim, drawn, seed }: Pick<TestCase, "aim"> & { readonly drawn?: number | undefined; readonly seed: number },
  parts: BodyParts,
): readonly TestCase[] {
  if (drawn !== undefined) return isDrawnOf(family) ? drawnBy({ aim, family }, subject, drawn) : [];
  const known = plans.get(parts) ?? new Map<string, readonly TestCase[]>();
  plans.set(parts, known);
  const key = `${subject.label} ${aim} ${aim === "accepted" ? seed : ""}`;
  const testCases = known.get(key) ?? enumerated(subject, aim, parts, seed);
  known.set(key, testCases);
  return testCases;
}

const plans = new WeakMap<BodyParts, Map<string, readonly TestCase[]>>();
