import { adviceOn, keyOfSubject, printOf } from "../doctor/missing.ts";
import { wasAccepted } from "../ground/answers.ts";
import type { Subject } from "../ground/subject.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { isAddition } from "../target/is-addition.ts";
import type { Target } from "../target/target.ts";

/**
 * Operations that were never answered but like something that is not there. Nothing is written to find them: what the
 * checks of a run send anyway shows it. A GET at the same path may be served all the while, so the doctor's reads cannot
 * tell; but where it shows a record, and the valid write at the very same path is answered 404, no handler can have looked
 * for it.
 */
export class NeverServed {
  readonly #target: Target;
  readonly #nowhere: ReadonlyMap<string, string>;
  readonly #lacking = new Map<string, Subject>();
  readonly #served = new Set<string>();
  readonly #unseen = new Set<string>();
  /** Paths at which a read was answered with success. */
  readonly #found = new Set<string>();
  /** Writes that were answered 404 although nothing is wrong with them, with their paths. */
  readonly #notFound = new Map<string, { readonly subject: Subject; readonly paths: Set<string> }>();

  /** @param nowhere how a path is answered that is none, by version */
  constructor(target: Target, nowhere: ReadonlyMap<string, string> = new Map()) {
    this.#target = target;
    this.#nowhere = nowhere;
  }

  see(watched: WatchedExchange): void {
    const { operation, version, call, answer, exchange, authorized } = watched;
    if (call.who !== undefined || call.elsewhere !== undefined) return;
    const subject = { operation, version };
    const key = keyOfSubject(subject);
    const isLikeNowhere = answer.status === 404 && printOf(exchange) === this.#nowhere.get(version);
    if (operation.risk === "read") {
      if (wasAccepted(exchange)) this.#found.add(pathOf(watched));
      if (!authorized || call.method !== undefined || answer.status === 401) return;
      if (isLikeNowhere) this.#unseen.add(key);
      else this.#served.add(key);
      return;
    }
    if (!authorized || call.method !== undefined || answer.status === 401) return;
    if ([405, 501].includes(answer.status) || isLikeNowhere) this.#lacking.set(key, subject);
    else if (answer.status !== 404) this.#served.add(key);
    else if (call.due === undefined) {
      const known = this.#notFound.get(key) ?? { subject, paths: new Set() };
      known.paths.add(pathOf(watched));
      this.#notFound.set(key, known);
    }
  }

  /** Whether every answer of a read so far was that of a path that is none. */
  isUnseen(subject: Subject): boolean {
    const key = keyOfSubject(subject);
    return this.#unseen.has(key) && !this.#served.has(key);
  }

  /** Whether a write was asked for, and nothing but that was answered so far. */
  lacks(subject: Subject): boolean {
    const key = keyOfSubject(subject);
    if (this.#served.has(key)) return false;
    const paths = [...(this.#notFound.get(key)?.paths ?? [])];
    // What is refused for a record that no read has shown may be refused by a handler.
    if (paths.length > 0) return paths.some((path) => this.#found.has(path));
    return this.#lacking.has(key);
  }

  /** What to do about all of them, in one text; `undefined` where there is none. */
  get advice(): string | undefined {
    const seen = [...this.#lacking.values(), ...[...this.#notFound.values()].map(({ subject }) => subject)];
    const lacking = new Map(seen.map((subject) => [keyOfSubject(subject), subject]));
    const all = [...lacking.values()].filter((subject) => this.lacks(subject) && !isAddition(subject));
    return all.length === 0 ? undefined : adviceOn(all, this.#target);
  }
}

const pathOf = ({ exchange }: WatchedExchange): string => exchange.request.url.split("?", 1)[0] ?? "";
