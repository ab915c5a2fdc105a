import type { Report, Verdict } from "@plumbline/report";
import { isBroken } from "./is-broken.ts";

/** Checks of a report that failed, broke a SHOULD, were flaky, or hit a defect of Plumbline. */
export const failedChecks = ({ verdicts }: Pick<Report, "verdicts">): readonly string[] =>
  verdicts.filter(isBroken).map(({ check }) => check);

/** The last verdict of every check, over several rounds, most of which run only some checks. */
export class Standing {
  readonly #verdicts = new Map<string, Verdict>();

  /** Takes over the verdicts of a round; a round that did not reach the target counts for nothing. */
  take({ verdicts, outcome }: Pick<Report, "verdicts" | "outcome">): void {
    if (outcome === "unreachable") return;
    for (const verdict of verdicts) this.#verdicts.set(verdict.check, verdict);
  }

  get failed(): readonly string[] {
    return failedChecks({ verdicts: [...this.#verdicts.values()] });
  }

  /** The checks related to these: all checks of the same operations, and all that could not run. */
  touchedBy(checks: readonly string[]): readonly string[] {
    const operations = new Set(checks.flatMap((check) => this.#verdicts.get(check)?.operation ?? []));
    return [...this.#verdicts.values()]
      .filter(({ operation = "", outcome }) => outcome === "could-not-run" || operations.has(operation))
      .map(({ check }) => check);
  }
}
