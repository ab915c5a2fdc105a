import { answered, type Exchange } from "@plumbline/client";
import { member, type Recognised, type Target, wordsOf } from "@plumbline/conformance";

/** Statuses that may mean that a whole path, or a method on it, does not exist. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 501]);
/** Statuses that say nothing about a path, because servers decide them before they look at it. */
const KEPT_OUT: ReadonlySet<number> = new Set([401, 403]);

/**
 * How many different answers for missing records are kept. Among so many, at least one differs from that for an unknown
 * path.
 */
const MOST_WORDS = 8;

/**
 * Whether a target has an operation, according to an answer. The answer is "doubtful" from a server that answers for a
 * missing record exactly as for an unknown path.
 */
export type Standing = "there" | "missing" | "doubtful";

/**
 * Tracks which operations a target lacks: those that its file declares absent, and those that it has only answered like
 * an unknown path. An answer about a missing record is different, and recognised by its words, as in a run
 * (`doctor/missing.ts` in conformance).
 */
export class Lacking {
  readonly #target: Pick<Target, "contract" | "versions">;
  readonly #had = new Set<string>();
  readonly #found = new Set<string>();
  readonly #areasHad = new Set<string>();
  readonly #areasFound = new Set<string>();
  /** The words of answers about missing records, by version. */
  readonly #words = new Map<string, Set<string>>();

  constructor(target: Pick<Target, "contract" | "versions">) {
    this.#target = target;
  }

  /** Whether the target is known to lack the operation, so that it need not be asked. */
  isAbsent({ operation, route: { version } }: Recognised): boolean {
    if (version !== "standalone" && !this.#target.versions.includes(version)) return true;
    return this.#target.contract.route(operation, version) === undefined;
  }

  /** Whether an answer with this status must be examined. */
  mayLack(recognised: Recognised, status: number): boolean {
    return NOT_THERE.has(status) && !this.#had.has(keyOf(recognised));
  }

  /** Notes a successful answer, which shows that the target has the operation. */
  had(recognised: Recognised): void {
    this.#had.add(keyOf(recognised));
    this.#areasHad.add(this.#areaOf(recognised));
  }

  /** Notes that the reference had something that the target did not have. */
  found(recognised: Recognised): void {
    this.#found.add(keyOf(recognised));
    this.#areasFound.add(this.#areaOf(recognised));
  }

  /** Whether the words of this answer about a missing record are worth knowing: the target has the operation. */
  isCurious(recognised: Recognised, status: number): boolean {
    const known = this.#words.get(recognised.route.version)?.size ?? 0;
    return status === 404 && this.#had.has(keyOf(recognised)) && known < MOST_WORDS;
  }

  /** Keeps the words of an answer about a missing record. */
  hears({ route: { version } }: Recognised, record: Exchange): void {
    const known = this.#words.get(version) ?? new Set();
    if (known.size < MOST_WORDS) this.#words.set(version, known.add(wordsOf(record)));
  }

  /**
   * Compares an answer that may mean a missing operation with the target's answer for an unknown path, if that is
   * known.
   */
  standing(recognised: Recognised, exchange: Exchange, nowhere: Exchange | undefined): Standing {
    if (this.#had.has(keyOf(recognised)) || !answered(exchange)) return "there";
    const { status, json } = exchange.response;
    if (status !== 404) return "missing";
    const doubt = this.#wasMissing(recognised) ? "missing" : "doubtful";
    if (nowhere === undefined || !answered(nowhere) || KEPT_OUT.has(nowhere.response.status))
      return typeof member(json, "errorCode") === "string" ? "there" : doubt;
    const words = wordsOf(nowhere);
    if (wordsOf(exchange) === words) return this.#hasOthersThan(words, recognised) ? "missing" : doubt;
    this.hears(recognised, exchange);
    return "there";
  }

  /** Whether the target answers for some missing record in other words than for an unknown path. */
  #hasOthersThan(words: string, { route: { version } }: Recognised): boolean {
    return [...(this.#words.get(version) ?? [])].some((one) => one !== words);
  }

  /** Whether the operation, or everything known of its area, was missing before. */
  #wasMissing(recognised: Recognised): boolean {
    const area = this.#areaOf(recognised);
    return this.#found.has(keyOf(recognised)) || (this.#areasFound.has(area) && !this.#areasHad.has(area));
  }

  #areaOf({ operation, route }: Recognised): string {
    return `${this.#target.contract.operation(operation).area}/${route.version}`;
  }
}

const keyOf = ({ operation, route }: Recognised): string => `${operation}/${route.version}`;
