import type { Verdict } from "@plumbline/report";
import { shortened, shownText } from "./short-judgement.ts";

/** The texts of a verdict that may hold a part of what the target answered. */
const QUOTING = ["expected", "received", "note", "reason", "message"];

/** A verdict whose texts went through `redact`: they quote answers, and an answer may repeat a key. */
export function redactedVerdict(verdict: Verdict, redact: (text: string) => string): Verdict {
  const redacted = Object.entries(verdict).map(([name, value]) => [
    name,
    typeof value === "string" && QUOTING.includes(name) ? shownText(redact(shortened(value))) : value,
  ]);
  return Object.fromEntries(redacted) as Verdict;
}
