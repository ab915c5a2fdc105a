import type { Verdict } from "@plumbline/report";
import { shortened, shownText } from "./short-judgement.ts";

/** The texts of a verdict that may hold a part of what the target answered. */
const QUOTING = ["expected", "received", "note", "reason", "message"];

/** A verdict whose texts went through `redact`: they quote answers, and an answer may repeat a key. */
export function redactedVerdict(verdict: Verdict, redact: (text: string) => string): Verdict {
  const shown = (text: string): string => shownText(redact(shortened(text)));
  const redacted = Object.entries(verdict).map(([name, value]) => [
    name,
    typeof value === "string" && QUOTING.includes(name) ? shown(value) : value,
  ]);
  const known = Object.fromEntries(redacted) as Verdict;
  if (!("deciding" in known) || known.deciding?.where === undefined) return known;
  // A pointer holds names of members, which the target chooses.
  return { ...known, deciding: { ...known.deciding, where: shown(known.deciding.where) } };
}
