import { answered, type Exchange } from "@plumbline/client";
import { member, type Recognised, type Target, wordsOf } from "@plumbline/conformance";

/** Statuses that may say of a whole path, or of a method on it, that it is not there. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 405, 501]);
/** Statuses that say nothing of a path, as they come before anybody looks at it. */
const KEPT_OUT: ReadonlySet<number> = new Set([401, 403]);

/** Of so many ways to say that a record is not there one will not be that for a path. */
const MOST_WORDS = 8;

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
  readonly #found = new Set<string>();
  readonly #areasHad = new Set<string>();
  readonly #areasFound = new Set<string>();
  /** The words for records that are not there, by version. */
  readonly #words = new Map<string, Set<string>>();

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
    this.#areasHad.add(this.#areaOf(recognised));
  }

  /** Hears that the target had nothing where another server had something. */
  found(recognised: Recognised): void {
    this.#found.add(keyOf(recognised));
    this.#areasFound.add(this.#areaOf(recognised));
  }

  /** Whether it would help to know in which words an operation that is there says that a record is not. */
  isCurious(recognised: Recognised, status: number): boolean {
    const known = this.#words.get(recognised.route.version)?.size ?? 0;
    return status === 404 && this.#had.has(keyOf(recognised)) && known < MOST_WORDS;
  }

  /** Hears these words. */
  hears({ route: { version } }: Recognised, record: Exchange): void {
    const known = this.#words.get(version) ?? new Set();
    if (known.size < MOST_WORDS) this.#words.set(version, known.add(wordsOf(record)));
  }

  /** Holds an answer that may say so against the one for a path that is none, where that is known. */
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

  /** Whether a record that is not there has words that are not those of a path. */
  #hasOthersThan(words: string, { route: { version } }: Recognised): boolean {
    return [...(this.#words.get(version) ?? [])].some((one) => one !== words);
  }

  /** Whether the operation was, or all that is known of its area. */
  #wasMissing(recognised: Recognised): boolean {
    const area = this.#areaOf(recognised);
    return this.#found.has(keyOf(recognised)) || (this.#areasFound.has(area) && !this.#areasHad.has(area));
  }

  #areaOf({ operation, route }: Recognised): string {
    return `${this.#target.contract.operation(operation).area}/${route.version}`;
  }
}

const keyOf = ({ operation, route }: Recognised): string => `${operation}/${route.version}`;
