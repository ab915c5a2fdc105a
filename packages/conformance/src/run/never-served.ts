import { adviceOn, keyOfSubject, printOf } from "../doctor/missing.ts";
import { wasAccepted } from "../ground/answers.ts";
import type { Subject } from "../ground/subject.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { isAddition } from "../target/is-addition.ts";
import type { Target } from "../target/target.ts";

/**
 * Finds writes that the target does not seem to have, from the answers that a run gets anyway. A GET at the same path
 * may be served, so the reads of the preflight cannot tell. But if that GET shows a record and a valid write to the
 * very same path gets a 404, no handler can have looked for the record.
 */
export class NeverServed {
  readonly #target: Target;
  readonly #nowhere: ReadonlyMap<string, string>;
  readonly #lacking = new Map<string, Subject>();
  readonly #served = new Set<string>();
  readonly #unseen = new Set<string>();
  /** Paths of successful reads. */
  readonly #found = new Set<string>();
  /** Valid writes that got a 404, with their paths. */
  readonly #notFound = new Map<string, { readonly subject: Subject; readonly paths: Set<string> }>();

  /** @param nowhere how the target answers an unknown path, by version */
  constructor(target: Target, nowhere: ReadonlyMap<string, string> = new Map()) {
    this.#target = target;
    this.#nowhere = nowhere;
  }

  see(watched: WatchedExchange): void {
    const { operation, version, call, answer, exchange } = watched;
    if (call.who !== undefined || call.elsewhere !== undefined) return;
    const isEntitled = watched.authorized || this.#target.credentials.main?.scheme === "none";
    const subject = { operation, version };
    const key = keyOfSubject(subject);
    const isLikeNowhere = answer.status === 404 && printOf(exchange) === this.#nowhere.get(version);
    if (operation.risk === "read") {
      if (wasAccepted(exchange)) this.#found.add(pathOf(watched));
      if (!isEntitled || call.method !== undefined || answer.status === 401) return;
      if (isLikeNowhere) this.#unseen.add(key);
      else this.#served.add(key);
      return;
    }
    if (!isEntitled || call.method !== undefined || answer.status === 401) return;
    if ([405, 501].includes(answer.status) || isLikeNowhere) this.#lacking.set(key, subject);
    else if (answer.status !== 404) this.#served.add(key);
    else if (call.due === undefined) {
      const known = this.#notFound.get(key) ?? { subject, paths: new Set() };
      known.paths.add(pathOf(watched));
      this.#notFound.set(key, known);
    }
  }

  /** Whether every answer to a read so far was that of an unknown path. */
  isUnseen(subject: Subject): boolean {
    const key = keyOfSubject(subject);
    return this.#unseen.has(key) && !this.#served.has(key);
  }

  /** Whether a write was sent, and every answer to it so far was that of an absent operation. */
  lacks(subject: Subject): boolean {
    const key = keyOfSubject(subject);
    if (this.#served.has(key)) return false;
    const paths = [...(this.#notFound.get(key)?.paths ?? [])];
    // If no read showed the record, a handler may have refused the write.
    if (paths.length > 0) return paths.some((path) => this.#found.has(path));
    return this.#lacking.has(key);
  }

  /** Advice about all absent writes in one text; `undefined` if there is none. */
  get advice(): string | undefined {
    const seen = [...this.#lacking.values(), ...[...this.#notFound.values()].map(({ subject }) => subject)];
    const lacking = new Map(seen.map((subject) => [keyOfSubject(subject), subject]));
    const all = [...lacking.values()].filter((subject) => this.lacks(subject) && !isAddition(subject));
    return all.length === 0 ? undefined : adviceOn(all, this.#target);
  }
}

const pathOf = ({ exchange }: WatchedExchange): string => exchange.request.url.split("?", 1)[0] ?? "";
