import type { BodyParts } from "./bodies.ts";
import { callersOf, strangersOf } from "./callers.ts";
import { negativesOf } from "./negatives.ts";
import type { FuzzedSubject } from "./subjects.ts";
import type { Aim, TestCase } from "./test-case.ts";
import { unspecifiedFormsOf } from "./unspecified-forms.ts";
import { validsOf } from "./valids.ts";

/** Every request of one aim at an operation, before any is left out; the seed decides only which values are valid ones. */
export function enumerated(subject: FuzzedSubject, aim: Aim, parts: BodyParts, seed: number): readonly TestCase[] {
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
