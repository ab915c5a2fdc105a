import type { Judgement } from "../judgement.ts";
import type { SilentRequirement, Subject, WatchRequirement } from "../requirement.ts";
import type { Sight } from "../sight.ts";
import { checkId } from "./check.ts";

/** What the watchers saw for one check. */
export interface Tally {
  seen: number;
  broken: number;
  first?: { readonly judgement: Judgement; readonly evidence: string };
  readonly notes: Map<string, string>;
  /** An exchange that shows the rule kept, for the report. */
  witness?: string;
}

/** Lets every rule about all answers look at every exchange, and keeps count per operation and version. */
export class Ledger {
  readonly #watchers: readonly WatchRequirement[];
  readonly #noticers: readonly SilentRequirement[];
  readonly #tallies = new Map<string, Tally>();

  constructor(watchers: readonly WatchRequirement[], noticers: readonly SilentRequirement[]) {
    this.#watchers = watchers;
    this.#noticers = noticers.filter((one) => one.notice !== undefined);
  }

  look(sight: Sight): void {
    const subject: Subject = { operation: sight.operation, version: sight.version };
    for (const watcher of this.#watchers) {
      if (!watcher.on(subject)) continue;
      const judgement = watcher.examine(sight);
      if (judgement !== undefined) this.#count(checkId(watcher.id, subject), judgement, sight.exchange.id);
    }
    for (const silent of this.#noticers) {
      if (!silent.on(subject)) continue;
      const note = silent.notice?.(sight);
      if (note === undefined) continue;
      const tally = this.#tally(checkId(silent.id, subject));
      tally.seen += 1;
      tally.notes.set(note, sight.exchange.id);
    }
  }

  tally(check: string): Tally | undefined {
    return this.#tallies.get(check);
  }

  #count(check: string, judgement: Judgement, evidence: string): void {
    const tally = this.#tally(check);
    tally.seen += 1;
    if (judgement.kind === "holds") {
      tally.witness ??= evidence;
      return;
    }
    tally.broken += 1;
    tally.first ??= { judgement, evidence };
  }

  #tally(check: string): Tally {
    const known = this.#tallies.get(check);
    if (known !== undefined) return known;
    const made: Tally = { seen: 0, broken: 0, notes: new Map() };
    this.#tallies.set(check, made);
    return made;
  }
}
