import { isMild, type Judgement } from "../judgement.ts";
import { ownText } from "../kernel/own-text.ts";
import { checkId } from "../plan/check.ts";
import type { SilentRequirement, WatchRequirement } from "../requirement.ts";
import type { Sight } from "../sight.ts";
import type { Subject } from "../subject.ts";
import { shortJudgement } from "./short-judgement.ts";

/** Different notes of one check, and characters of a note: a target may make up another one for each answer. */
const MOST_NOTES = 100;
const LONGEST_NOTE = 300;

/** A check or a campaign; what the run asks for itself is named in small letters. */
const ASKER = /^[A-Z]/;

/** What the watchers saw for one check. */
export interface Tally {
  seen: number;
  broken: number;
  /** The first that weighs most; `asker` is the check that had sent the request, where it was one. */
  first?: { readonly judgement: Judgement; readonly evidence: string; readonly asker?: string };
  readonly notes: Map<string, string>;
  /** An exchange that shows the rule kept, for the report. */
  witness?: string;
}

/** Lets every rule about all answers look at every exchange, and keeps count per operation and version. */
export class Ledger {
  readonly #watchers: readonly WatchRequirement[];
  readonly #noticers: readonly SilentRequirement[];
  readonly #keep: (exchange: string) => void;
  readonly #tallies = new Map<string, Tally>();
  readonly #posts = new Map<string, readonly ((sight: Sight) => void)[]>();

  /** `keep` hears of every exchange that a tally points to. */
  constructor(
    watchers: readonly WatchRequirement[],
    noticers: readonly SilentRequirement[],
    keep: (exchange: string) => void,
  ) {
    this.#watchers = watchers;
    this.#keep = keep;
    this.#noticers = noticers.filter((one) => one.notice !== undefined);
  }

  look(sight: Sight): void {
    for (const post of this.#postsFor(sight)) post(sight);
  }

  tally(check: string): Tally | undefined {
    return this.#tallies.get(check);
  }

  /** What is looked at for an operation, worked out once: thousands of exchanges pass by. */
  #postsFor({ operation, version, contract }: Sight): readonly ((sight: Sight) => void)[] {
    const key = `${operation.id}/${version}`;
    const known = this.#posts.get(key);
    if (known !== undefined) return known;
    const subject: Subject = { operation, version };
    const posts = [
      ...this.#watchers.filter((one) => one.on(subject, contract)).map((watcher) => this.#watchPost(watcher, subject)),
      ...this.#noticers.filter((one) => one.on(subject, contract)).map((silent) => this.#noticePost(silent, subject)),
    ];
    this.#posts.set(key, posts);
    return posts;
  }

  #watchPost(watcher: WatchRequirement, subject: Subject): (sight: Sight) => void {
    const tally = this.#tally(checkId(watcher.id, subject));
    return (sight) => {
      const judgement = watcher.examine(sight);
      if (judgement === undefined) return;
      tally.seen += 1;
      if (judgement.kind === "holds") {
        if (tally.witness === undefined) this.#keep(sight.exchange.id);
        tally.witness ??= sight.exchange.id;
        return;
      }
      tally.broken += 1;
      if (tally.first !== undefined && (!isMild(tally.first.judgement) || isMild(judgement))) return;
      const { id, check = "" } = sight.exchange;
      this.#keep(id);
      const asker = ASKER.test(check) ? check : undefined;
      tally.first = { judgement: shortJudgement(judgement), evidence: id, ...(asker !== undefined && { asker }) };
    };
  }

  #noticePost(silent: SilentRequirement, subject: Subject): (sight: Sight) => void {
    const tally = this.#tally(checkId(silent.id, subject));
    return (sight) => {
      const note = silent.notice?.(sight);
      if (note === undefined) return;
      tally.seen += 1;
      if (tally.notes.size < MOST_NOTES) tally.notes.set(ownText(note.slice(0, LONGEST_NOTE)), sight.exchange.id);
    };
  }

  #tally(check: string): Tally {
    const known = this.#tallies.get(check);
    if (known !== undefined) return known;
    const made: Tally = { seen: 0, broken: 0, notes: new Map() };
    this.#tallies.set(check, made);
    return made;
  }
}
