import { isOfOtherDate } from "../rule/dated.ts";
import type { Target } from "../target/target.ts";
import { onlookersFor } from "./onlookers/all.ts";
import type { Found, Onlooker } from "./onlookers/onlooker.ts";
import type { Passed } from "./passed.ts";
import type { Stretch } from "./replay/stretch.ts";
import { type Span, Stretches } from "./replay/stretches.ts";
import { SETTLES } from "./settles.ts";
import type { WriteOutcome } from "./write-outcome.ts";

/** What passed as it is remembered, for rules that take several exchanges: by onlookers, and between two writes. */
export class Remembering {
  readonly #onlookers: readonly Onlooker[];
  readonly #stretches = new Stretches();

  constructor(target: Target) {
    this.#onlookers = onlookersFor(target);
  }

  /** Requirements that onlookers may decide. */
  get decides(): ReadonlySet<string> {
    return new Set(this.#onlookers.flatMap(({ decides }) => decides));
  }

  /** Remembers an answer, to be compared with others that came without a write in between. */
  add(passed: Passed): void {
    this.#stretches.add(passed);
  }

  /** What an exchange shows together with those before it. */
  see(passed: Passed): readonly Found[] {
    return this.#onlookers.flatMap((onlooker) => onlooker.see(passed)).filter(isOfItsDate);
  }

  /** What is only known when everything has passed. */
  finish(): readonly Found[] {
    return this.#onlookers.flatMap(({ finish }) => finish?.() ?? []).filter(isOfItsDate);
  }

  stretches(): readonly Stretch[] {
    return this.#stretches.all();
  }

  /**
   * Hears of a write. What it may have changed is not known any more: not to what compares reads, nor, where its outcome is
   * unknown or nobody saw all of it, to onlookers.
   * @param place values in its path; not there: it may have changed anything
   */
  written(span: Span, outcome: WriteOutcome, passed?: Passed, place = passed?.recognised.captured): void {
    // A token is no record.
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
