import { isOfOtherDate } from "../rule/dated.ts";
import type { Target } from "../target/target.ts";
import { onlookersFor } from "./onlookers/all.ts";
import type { Found, Onlooker } from "./onlookers/onlooker.ts";
import type { Passed } from "./passed.ts";
import type { Stretch } from "./replay/stretch.ts";
import { type Span, Stretches } from "./replay/stretches.ts";
import { SETTLES } from "./settles.ts";
import type { WriteOutcome } from "./write-outcome.ts";

/**
 * Remembers exchanges for requirements that need several of them: onlookers keep what they need, and stretches keep the
 * answers between two writes.
 */
export class Remembering {
  readonly #onlookers: readonly Onlooker[];
  readonly #stretches = new Stretches();

  constructor(target: Target) {
    this.#onlookers = onlookersFor(target);
  }

  /** The ids of requirements that onlookers may decide. */
  get decides(): ReadonlySet<string> {
    return new Set(this.#onlookers.flatMap(({ decides }) => decides));
  }

  /** Remembers an answer, to compare it with others that came without a write in between. */
  add(passed: Passed): void {
    this.#stretches.add(passed);
  }

  /** The findings from an exchange and those before it. */
  see(passed: Passed): readonly Found[] {
    return this.#onlookers.flatMap((onlooker) => onlooker.see(passed)).filter(isOfItsDate);
  }

  /** The findings that need the end of the traffic. */
  finish(): readonly Found[] {
    return this.#onlookers.flatMap(({ finish }) => finish?.() ?? []).filter(isOfItsDate);
  }

  stretches(): readonly Stretch[] {
    return this.#stretches.all();
  }

  /**
   * Notes a write. Stretches stop comparing reads before it with reads after it. If its outcome is unknown or its
   * exchange was not fully seen, onlookers also forget the state that it may have changed.
   * @param place values in its path; without it, the write may have changed anything
   */
  written(span: Span, outcome: WriteOutcome, passed?: Passed, place = passed?.recognised.captured): void {
    // Issuing a token changes no record.
    if (passed?.call.operation !== "issueServiceToken") this.#stretches.write(span, outcome);
    const isUnseen = passed === undefined && outcome === "carried-out";
    if (outcome !== "unknown" && outcome !== "pending" && !isUnseen) return;
    const { startedAt: from, milliseconds } = span;
    const until = from + milliseconds + (outcome === "pending" ? SETTLES : 0);
    for (const { doubt } of this.#onlookers)
      doubt?.({ from, until, ...(passed !== undefined && { passed }), ...(place !== undefined && { place }) });
  }
}

const isOfItsDate = ({ requirement, passed: { form } }: Found): boolean =>
  form.kind !== "dated" || !isOfOtherDate(requirement, form.date);
