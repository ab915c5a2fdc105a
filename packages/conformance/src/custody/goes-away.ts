import { comesTo, settles } from "../ground/settles.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Looks at what was removed after reads had time to follow: half a minute. */
const LATE_ROUNDS = 9;

/**
 * Reads until what was removed is shown no more, for as long as removing may take; where that was waited for in vain, only
 * for as long as reads may be late. Returns what the last read showed.
 */
export async function goesAway<T>(
  { pass, rounds = LATE_ROUNDS, speed, inVain }: Pick<UndoParts, "pass" | "rounds" | "speed" | "inVain">,
  remove: string,
  look: () => Promise<T>,
  isGone: (shown: T) => boolean,
): Promise<T> {
  const soon = await settles(pass, look, isGone);
  const key = `${remove}: gone`;
  if (isGone(soon) || inVain.has(key)) return soon;
  const late = await comesTo(pass, look, isGone, { rounds: Math.min(rounds, LATE_ROUNDS), speed });
  if (!isGone(late)) inVain.add(key);
  return late;
}
