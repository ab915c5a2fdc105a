import type { BodyParts } from "./bodies.ts";
import { callersOf, strangersOf } from "./callers.ts";
import { negativesOf } from "./negatives.ts";
import type { FuzzedSubject } from "./subjects.ts";
import type { Aim, TestCase } from "./test-case.ts";
import { unspecifiedFormsOf } from "./unspecified-forms.ts";
import { validsOf } from "./valids.ts";

/** Every request with one aim at an operation, before any are left out. The seed only selects valid values. */
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
