import { adviceOn, keyOfSubject, printOf } from "../doctor/missing.ts";
import type { Subject } from "../ground/subject.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import type { Target } from "../target/target.ts";

/**
 * Writes that were never answered but like something that is not there. Nothing is written to find them: what the checks
 * of a run send anyway shows it. A GET at the same path may be served all the while, so the doctor's reads cannot tell.
 */
export class NeverServed {
  readonly #target: Target;
  readonly #nowhere: ReadonlyMap<string, string>;
  readonly #lacking = new Map<string, Subject>();
  readonly #served = new Set<string>();

  /** @param nowhere how a path is answered that is none, by version */
  constructor(target: Target, nowhere: ReadonlyMap<string, string> = new Map()) {
    this.#target = target;
    this.#nowhere = nowhere;
  }

  see({ operation, version, call, answer, exchange, authorized }: WatchedExchange): void {
    if (operation.risk === "read" || !authorized || call.who !== undefined) return;
    if (call.method !== undefined || call.elsewhere !== undefined || answer.status === 401) return;
    const key = keyOfSubject({ operation, version });
    const isNowhere =
      [405, 501].includes(answer.status) || (answer.status === 404 && printOf(exchange) === this.#nowhere.get(version));
    if (!isNowhere) this.#served.add(key);
    else this.#lacking.set(key, { operation, version });
  }

  /** Whether nothing but that was answered so far, and something was asked. */
  lacks(subject: Subject): boolean {
    const key = keyOfSubject(subject);
    return this.#lacking.has(key) && !this.#served.has(key);
  }

  /** What to do about all of them, in one text; `undefined` where there is none. */
  get advice(): string | undefined {
    const lacking = [...this.#lacking.values()].filter((subject) => this.lacks(subject));
    return lacking.length === 0 ? undefined : adviceOn(lacking, this.#target);
  }
}
