import type { BodyParts } from "./bodies.ts";
import { callersOf, strangersOf } from "./callers.ts";
import { drawnBy, isDrawnOf } from "./drawn.ts";
import { negativesOf } from "./negatives.ts";
import type { Family, FuzzedSubject } from "./subjects.ts";
import type { Aim, TestCase } from "./test-case.ts";
import { unspecifiedFormsOf } from "./unspecified-forms.ts";
import { validsOf } from "./valids.ts";

/** The requests among which a stored one is; those of one operation are enumerated once for all files. */
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

function enumerated(subject: FuzzedSubject, aim: Aim, parts: BodyParts, seed: number): readonly TestCase[] {
  switch (aim) {
    case "refused":
      return negativesOf(subject, parts);
    case "accepted":
      return validsOf(subject, parts, seed);
    case "no crash":
      return unspecifiedFormsOf(subject, parts);
    case "kept out":
      return strangersOf(subject, parts);
    case "let in":
      return callersOf(subject, parts);
    default:
      return aim satisfies never;
  }
}
