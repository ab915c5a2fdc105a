import { answered, type Exchange } from "@plumbline/client";
import { member, type Recognised, type Target, wordsOf } from "@plumbline/conformance";

/** Statuses that may say of a whole path, or of a method on it, that it is not there. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 501]);
/** Statuses that say nothing of a path, as they come before anybody looks at it. */
const KEPT_OUT: ReadonlySet<number> = new Set([401, 403]);

/**
 * What an answer says of an operation: it is there, it is not, or neither can be told. In doubt are servers that answer
 * for a record that is not there in the very words that they have for a path.
 */
export type Standing = "there" | "missing" | "doubtful";

/**
 * Which operations a target does not have: those that it is said to lack, and those that it never answered but like a
 * path that is none. A record that is not there is another matter, and known by its words, as in a run (`doctor/missing.ts`
 * in conformance).
 */
export class Lacking {
  readonly #target: Pick<Target, "contract" | "versions">;
  readonly #had = new Set<string>();
  /** Versions in which a record that is not there was answered in other words than a path that is none. */
  readonly #specific = new Set<string>();

  constructor(target: Pick<Target, "contract" | "versions">) {
    this.#target = target;
  }

  /** Whether nobody needs to ask. */
  isAbsent({ operation, route: { version } }: Recognised): boolean {
    if (version !== "standalone" && !this.#target.versions.includes(version)) return true;
    return this.#target.contract.route(operation, version) === undefined;
  }

  /** Whether an answer with this status has to be looked at. */
  mayLack(recognised: Recognised, status: number): boolean {
    return NOT_THERE.has(status) && !this.#had.has(keyOf(recognised));
  }

  /** Hears that an operation was answered, which nobody does who does not have it. */
  had(recognised: Recognised): void {
    this.#had.add(keyOf(recognised));
  }

  /** Holds an answer that may say so against the one for a path that is none, where that is known. */
  standing(recognised: Recognised, exchange: Exchange, nowhere: Exchange | undefined): Standing {
    if (this.#had.has(keyOf(recognised)) || !answered(exchange)) return "there";
    const { status, json } = exchange.response;
    if (status !== 404) return "missing";
    if (nowhere === undefined || !answered(nowhere) || KEPT_OUT.has(nowhere.response.status))
      return typeof member(json, "errorCode") === "string" ? "there" : "doubtful";
    const { version } = recognised.route;
    if (wordsOf(exchange) === wordsOf(nowhere)) return this.#specific.has(version) ? "missing" : "doubtful";
    this.#specific.add(version);
    return "there";
  }
}

const keyOf = ({ operation, route }: Recognised): string => `${operation}/${route.version}`;
