import { explain } from "@plumbline/conformance";
import { listedFaults } from "@plumbline/reference/listed-faults";
import type { RuleBook, RuleNote } from "@plumbline/report";
import { everyRequirement } from "../every-requirement.ts";

/** More mistakes than these are no hint any more. */
const MISTAKES = 4;

/** What this program knows of its rules, for the reports that it writes; `site` is where the documentation is. */
export function ruleBook(site: string | undefined): RuleBook {
  return {
    ...(site !== undefined && { site }),
    note: (id) => {
      const known = notes.get(id) ?? noteOf(id);
      if (known !== undefined) notes.set(id, known);
      return known;
    },
  };
}

/** A page that is served is written again and again. */
const notes = new Map<string, RuleNote>();

function noteOf(id: string): RuleNote | undefined {
  const found = everyRequirement().find((one) => one.id === id);
  if (found === undefined) return undefined;
  const { checked, mend } = explain(found);
  return { checked, mistakes: mistakesOf(id), mend };
}

/** Faults of the reference that break a rule, those first that break little else. */
const mistakesOf = (id: string): readonly string[] =>
  listedFaults
    .map(({ text, violates }) => ({ text, violated: violates.split(", ") }))
    .filter(({ violated }) => violated.includes(id))
    .toSorted((one, other) => one.violated.length - other.violated.length)
    .slice(0, MISTAKES)
    .map(({ text }) => text);
