import { explain } from "@plumbline/conformance";
import { listedFaults } from "@plumbline/reference/listed-faults";
import type { RuleBook, RuleNote } from "@plumbline/report";
import { everyRequirement } from "../every-requirement.ts";

/** How many faults are named as likely mistakes; more would be no hint. */
const MISTAKES = 4;

/**
 * The program's knowledge about its rules, for the reports that it writes. `site` is the address of the documentation.
 */
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

/** A cache, because the live page is rendered many times. */
const notes = new Map<string, RuleNote>();

function noteOf(id: string): RuleNote | undefined {
  const found = everyRequirement().find((one) => one.id === id);
  if (found === undefined) return undefined;
  const { checked, mend } = explain(found);
  return { checked, mistakes: mistakesOf(id), mend };
}

/** Texts of reference faults that break a rule; faults that break few other rules come first. */
const mistakesOf = (id: string): readonly string[] =>
  listedFaults
    .map(({ text, violates }) => ({ text, violated: violates.split(", ") }))
    .filter(({ violated }) => violated.includes(id))
    .toSorted((one, other) => one.violated.length - other.violated.length)
    .slice(0, MISTAKES)
    .map(({ text }) => text);
