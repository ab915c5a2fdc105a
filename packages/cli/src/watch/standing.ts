import type { Report, Verdict } from "@plumbline/report";
import { isBroken } from "./is-broken.ts";

/** Checks of a report that failed, or broke a SHOULD. */
export const failedChecks = ({ verdicts }: Pick<Report, "verdicts">): readonly string[] =>
  verdicts.filter(isBroken).map(({ check }) => check);

/** What every check came to last, over rounds of which most run only some of them. */
export class Standing {
  readonly #verdicts = new Map<string, Verdict>();

  /** Takes over what a round came to; one that reached nobody says nothing. */
  take({ verdicts, outcome }: Pick<Report, "verdicts" | "outcome">): void {
    if (outcome === "unreachable") return;
    for (const verdict of verdicts) this.#verdicts.set(verdict.check, verdict);
  }

  get failed(): readonly string[] {
    return failedChecks({ verdicts: [...this.#verdicts.values()] });
  }

  /** What checks have in common with others: all of their operations, and whatever could not run. */
  touchedBy(checks: readonly string[]): readonly string[] {
    const operations = new Set(checks.flatMap((check) => this.#verdicts.get(check)?.operation ?? []));
    return [...this.#verdicts.values()]
      .filter(({ operation = "", outcome }) => outcome === "could-not-run" || operations.has(operation))
      .map(({ check }) => check);
  }
}
