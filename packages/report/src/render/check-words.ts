import type { checksOf } from "../causes/causes-of.ts";
import { figure } from "../text/words.ts";

/** Counts the checks of a cause by their effect on the run: `3 checks fail, 1 warns, 2 could not run`. */
export function checkWords({ failing, warned, blocked }: ReturnType<typeof checksOf>): string {
  const parts = [
    ...(failing > 0 ? [[failing, failing === 1 ? "fails" : "fail"] as const] : []),
    ...(warned > 0 ? [[warned, warned === 1 ? "warns" : "warn"] as const] : []),
    ...(blocked > 0 ? [[blocked, "could not run"] as const] : []),
  ];
  return parts
    .map(([count, verb], index) => `${figure(count)} ${index > 0 ? "" : count === 1 ? "check " : "checks "}${verb}`)
    .join(", ");
}
