import { eventually, untilOver } from "../ground/eventually.ts";
import type { UndoParts } from "./undo-parts.ts";

/** The key under which a removal is recorded whose record never disappeared while the run waited. */
export const keptAfter = (remove: string): string => `${remove}: gone`;

/** Reads after the usual wait for late reads: half a minute. */
const LATE_ROUNDS = 9;

/**
 * Reads until a removed record is no longer shown, for as long as a removal may take. If an earlier wait for the same
 * removal was in vain, it reads once: the look at all lists at the end of a run waits for all records together. Returns
 * the last answer.
 */
export async function goesAway<T>(
  { pass, rounds = LATE_ROUNDS, speed, inVain }: Pick<UndoParts, "pass" | "rounds" | "speed" | "inVain">,
  remove: string,
  look: () => Promise<T>,
  isGone: (shown: T) => boolean,
): Promise<T> {
  const key = keptAfter(remove);
  if (inVain.has(key)) return look();
  const soon = await eventually(pass, look, isGone);
  if (isGone(soon)) return soon;
  if (rounds === 0) return soon;
  const late = await untilOver(pass, look, isGone, { rounds: Math.min(rounds, LATE_ROUNDS), speed });
  if (!isGone(late)) inVain.add(key);
  return late;
}
