import type { Verdict } from "../report.ts";

let offered: (verdict: Verdict) => readonly Node[] = () => [];

/**
 * Registers the actions that a check offers where it is shown; a page from a file offers none. Must be called before
 * the page starts.
 */
export function offerActions(actions: (verdict: Verdict) => readonly Node[]): void {
  offered = actions;
}

/** The actions for a check, as elements. */
export const actionsOf = (verdict: Verdict): readonly Node[] => offered(verdict);
