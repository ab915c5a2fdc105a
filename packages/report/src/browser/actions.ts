import type { Verdict } from "../report.ts";

let offered: (verdict: Verdict) => readonly Node[] = () => [];

/** Says what can be done with a check where it is shown; a page of a file offers nothing. Call it before the page starts. */
export function offerActions(actions: (verdict: Verdict) => readonly Node[]): void {
  offered = actions;
}

/** What can be done with a check. */
export const actionsOf = (verdict: Verdict): readonly Node[] => offered(verdict);
