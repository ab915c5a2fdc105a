import { levelCounts } from "../counts.ts";
import type { Report } from "../report.ts";
import { figure } from "../text/words.ts";

/**
 * For a target that offers only part of the interface, one sentence about how much of that part holds; `undefined` for
 * a target that offers everything.
 */
export function offered({ target, counts }: Report): string | undefined {
  if (target.offers === undefined) return undefined;
  const { operations, of } = target.offers;
  const must = levelCounts(counts).find(({ level }) => level === "MUST");
  const kept = must === undefined ? "" : `: MUST ${figure(must.byOutcome.pass)} of ${figure(must.applicable)}`;
  return `Of what it offers, ${figure(operations)} of ${figure(of)} operations${kept}.`;
}
