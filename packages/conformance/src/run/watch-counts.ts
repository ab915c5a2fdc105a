import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { decidedBy, isMild, type Judgement } from "../ground/judgement.ts";
import { ownText } from "../ground/own-text.ts";
import { shortJudgement } from "../ground/short-judgement.ts";
import type { Subject } from "../ground/subject.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { checkId } from "../plan/check.ts";
import type { NoticeRequirement, WatchRequirement } from "../rule/requirement.ts";

/**
 * The most different notes of a check, and the most characters of a note: a target may cause a new note with each
 * answer.
 */
const MOST_NOTES = 100;
const LONGEST_NOTE = 300;

/** The names of checks and campaigns; the run's own requests have names in small letters. */
const ASKER = /^[A-Z]/;

/** The counts of the watchers for one check. */
export interface WatchCount {
  seen: number;
  broken: number;
  /** The first judgement with the greatest weight; `asker` is the check that sent the request, if it was one. */
  first?: { readonly judgement: Judgement; readonly evidence: string; readonly asker?: string };
  readonly notes: Map<string, string>;
  /** An exchange that shows that the target keeps the rule, for the report. */
  witness?: string;
}

/** The means of the counts: they keep exchanges as evidence and redact notes. */
export interface CountsParts {
  /** Gets the id of every exchange that a count points to. */
  readonly keep: (exchange: string) => void;
  /** Removes secrets from a note, of which only the beginning is kept. */
  readonly shown: (note: string) => string;
  /** Gets every check that fails for the first time. */
  readonly onBroken?: (check: string) => void;
}

/** Applies one rule to an exchange. */
type Post = (watched: WatchedExchange) => void;

/** Applies every invariant to every exchange, and counts the results per operation and version. */
export class WatchCounts {
  readonly #watchers: readonly WatchRequirement[];
  readonly #noticers: readonly NoticeRequirement[];
  readonly #keep: (exchange: string) => void;
  readonly #shown: (note: string) => string;
  readonly #onBroken: (check: string) => void;
  readonly #counts = new Map<string, WatchCount>();
  readonly #posts = new Map<RouteVersion, Map<OperationId, readonly Post[]>>();

  constructor(
    watchers: readonly WatchRequirement[],
    noticers: readonly NoticeRequirement[],
    { keep, shown, onBroken = () => undefined }: CountsParts,
  ) {
    this.#watchers = watchers;
    this.#keep = keep;
    this.#shown = shown;
    this.#onBroken = onBroken;
    this.#noticers = noticers;
  }

  look(watched: WatchedExchange): void {
    for (const post of this.#postsFor(watched)) post(watched);
  }

  of(check: string): WatchCount | undefined {
    return this.#counts.get(check);
  }

  /** The rules that concern an operation, computed once, because there are thousands of exchanges. */
  #postsFor({ operation, version, contract }: WatchedExchange): readonly Post[] {
    const ofVersion = this.#posts.get(version) ?? new Map<OperationId, readonly Post[]>();
    const known = ofVersion.get(operation.id);
    if (known !== undefined) return known;
    const subject: Subject = { operation, version };
    const posts = [
      ...this.#watchers.filter((one) => one.on(subject, contract)).map((watcher) => this.#watchPost(watcher, subject)),
      ...this.#noticers.filter((one) => one.on(subject, contract)).map((noticer) => this.#noticePost(noticer, subject)),
    ];
    this.#posts.set(version, ofVersion.set(operation.id, posts));
    return posts;
  }

  /**
   * Counts a judgement of an exchange for a check; `asker` is the check that sent it, if the exchange does not say so.
   */
  count(check: string, judgement: Judgement, exchange: Exchange, asker?: string): void {
    this.#add(check, this.#count(check), judgement, exchange, asker);
  }

  #watchPost(watcher: WatchRequirement, subject: Subject): Post {
    const check = checkId(watcher.id, subject);
    const count = this.#count(check);
    return (watched) => {
      const judgement = watcher.examine(watched);
      if (judgement !== undefined) this.#add(check, count, judgement, watched.exchange);
    };
  }

  #add(check: string, count: WatchCount, judgement: Judgement, exchange: Exchange, asker = exchange.check): void {
    count.seen += 1;
    if (judgement.kind === "holds") {
      if (count.witness === undefined) this.#keep(exchange.id);
      count.witness ??= exchange.id;
      return;
    }
    count.broken += 1;
    if (count.first !== undefined && (!isMild(count.first.judgement) || isMild(judgement))) return;
    const { id } = exchange;
    this.#keep(id);
    count.first = {
      judgement: shortJudgement(decidedBy(judgement, undefined, exchange)),
      evidence: id,
      ...(asker !== undefined && ASKER.test(asker) && { asker }),
    };
    if (judgement.kind === "broken") this.#onBroken(check);
  }

  #noticePost(noticer: NoticeRequirement, subject: Subject): Post {
    const count = this.#count(checkId(noticer.id, subject));
    return (watched) => {
      const note = noticer.notice(watched);
      if (note === undefined) return;
      count.seen += 1;
      if (count.notes.size < MOST_NOTES)
        count.notes.set(ownText(this.#shown(note).slice(0, LONGEST_NOTE)), watched.exchange.id);
    };
  }

  #count(check: string): WatchCount {
    const known = this.#counts.get(check);
    if (known !== undefined) return known;
    const made: WatchCount = { seen: 0, broken: 0, notes: new Map() };
    this.#counts.set(check, made);
    return made;
  }
}
