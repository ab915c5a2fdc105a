import { eventually, untilOver } from "../ground/eventually.ts";
import type { UndoParts } from "./undo-parts.ts";

/** What is noted of a removal after which a record went on being shown however long that was waited for. */
export const keptAfter = (remove: string): string => `${remove}: gone`;

/** Looks at what was removed after reads had time to follow: half a minute. */
const LATE_ROUNDS = 9;

/**
 * Reads until what was removed is shown no more, for as long as removing may take; where that was waited for in vain, once:
 * the look into all lists at the end of a run waits for all of them together. Returns what the last read showed.
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
