import type { Exchange } from "@plumbline/client";
import {
  type Agreement,
  type Asked,
  type Contradiction,
  type Kind,
  type Knowledge,
  type Observation,
  ServiceModel,
} from "@plumbline/model";
import type { WriteId } from "@plumbline/schemas";
import { bearsMark } from "../custody/bears.ts";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { jsonOf, wasRefused } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { quoted } from "../ground/quoted.ts";
import { described } from "../oracles/described.ts";
import { listIn } from "../oracles/envelope.ts";
import { withoutMoving } from "../oracles/without-moving.ts";
import type { Target } from "../target/target.ts";
import { WRITES } from "../writes/table.ts";
import type { Makes, Write } from "../writes/write.ts";
import { observationOf } from "./observation-of.ts";
import { SentKeys } from "./sent-keys.ts";

/** The characters of a value that a message shows. */
const MOST_SHOWN = 200;
/**
 * Milliseconds between the reads that settle a contradiction: in all a little more than the model lets an answer be
 * late.
 */
const WAITS = [50, 150, 400, 900, 1_800];
/** The same for slow effects: a removal, or a new record in a list, may show much later. */
const LONGEST = 55_000;
const LONG_WAITS = [...WAITS, ...Array.from({ length: 11 }, () => 5_000)];
/** The shortest pause in milliseconds, no matter how fast the target is. */
const LEAST_WAIT = 20;
/** After contradictions of one sort healed this often, the target counts as that late. */
const MOST_HEALED = 2;
/** The most contradictions that the watch settles at the same time, and the most that wait. Slow ones do not wait. */
const MOST_AT_A_TIME = 4;
const MOST_WAITING = 16;

/** The result of an answer to a read: contradictions, and records that the same read showed differently before. */
interface Answered {
  readonly found: readonly Contradiction[];
  readonly moved: readonly string[];
  readonly stepped: readonly string[];
}

/** A contradiction that the watch is settling, and the check whose answer showed it. */
interface Suspicion {
  readonly one: Contradiction;
  readonly asker: string | undefined;
}

/** The parts of the run that a model watch uses. */
export interface ModelWatchParts {
  readonly target: Target;
  readonly pathOf: (call: Call) => Path;
  /** Whether the target is known to serve the operation of a call in its version. */
  readonly isServed: (call: Call) => boolean;
  /** Converts a time of this machine's clock to the target's clock, in milliseconds since the epoch. */
  readonly targetTime: (moment: number) => number;
  /** Sends a read again. */
  readonly ask: (call: Call) => Promise<Exchange>;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Whether the run keeps an account of this record as its own. */
  readonly isKnown: (id: string) => boolean;
  /** The mark that the records of the run contain. */
  readonly mark: string;
  /** Whether a write that did not address the record is known to have harmed it. Other requirements report that. */
  readonly isHarmed: (id: string) => boolean;
  /** Whether custody waited for the effect of this removal without success, so that the watch need not wait again. */
  readonly removesInVain: (remove: WriteId) => boolean;
  /**
   * Called when an answer agrees with the model, or contradicts it. `asker` is the check whose answer showed it first.
   */
  readonly upheld: (agreement: Agreement, exchange: Exchange) => void;
  readonly contradicted: (contradiction: Contradiction, exchange: Exchange, asker: string | undefined) => void;
  /** Called when an answer shows a key that a request sent, masked or in the clear. */
  readonly showsKey: (shown: "masked" | "clear", call: Call, exchange: Exchange) => void;
}

/**
 * Feeds every exchange of a run to the model of the service. If an answer contradicts the model, the watch repeats the
 * reads until a late answer must have arrived, and reports only contradictions that persist. For records that other
 * clients may change, it reports only what two reads contradict at the same time.
 */
export class ModelWatch {
  readonly #parts: ModelWatchParts;
  readonly #model: ServiceModel;
  readonly #keys: SentKeys;
  readonly #told = new Set<string>();
  readonly #healed = new Map<string, number>();
  /** The results of the reads that settle contradictions, by exchange. */
  readonly #answers = new Map<string, Answered>();
  readonly #asked = new WeakSet<Call>();
  readonly #lookingInto = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Suspicion>();
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: ModelWatchParts) {
    this.#parts = parts;
    const { contract } = parts.target;
    const isStray = (kind: Kind, id: string, record: unknown): boolean => {
      const effect = MADE.get(kind);
      return effect !== undefined && bearsMark(effect, record, parts.mark, contract) && !parts.isKnown(id);
    };
    this.#keys = new SentKeys(contract.field("monitoringApiKey"));
    this.#model = new ServiceModel({
      contract,
      described,
      settled: withoutMoving,
      isStray,
      quoted: (value) => quoted(value, MOST_SHOWN),
    });
  }

  get knowledge(): Knowledge {
    return this.#model.knowledge;
  }

  /** Tells the model that a request is being sent. The returned function tells it that no answer will come. */
  begins(call: Call): () => void {
    const { operation, query = {}, version } = call;
    return this.#model.begins({ operation, version, path: this.#parts.pathOf(call), query });
  }

  /** Processes an exchange and the call that caused it. */
  hear(exchange: Exchange, call: Call): void {
    const shown = this.#keys.hear(exchange);
    if (shown !== "nothing") this.#parts.showsKey(shown, call, exchange);
    // A path that the target lacks denies every record.
    if (wasRefused(exchange) && !this.#parts.isServed(call)) return;
    const heard = observationOf(exchange, call, this.#parts.pathOf(call), this.#parts.targetTime);
    if (heard === undefined) return;
    const { mayReach, observation } = heard;
    if (mayReach !== undefined) this.#model.mistrust(observation, mayReach);
    else this.#sees(observation, exchange, call);
  }

  #sees(observation: Observation, exchange: Exchange, call: Call): void {
    const { contradictions, moved, stepped, upheld } = this.#model.see(observation);
    for (const one of upheld) this.#parts.upheld(one, exchange);
    if (this.#asked.has(call)) this.#answers.set(exchange.id, { found: contradictions, moved, stepped });
    else for (const one of contradictions) this.#takes(one, exchange);
  }

  /** Resolves when the watch has settled all contradictions. The run may then remove the records of a check. */
  async settled(): Promise<void> {
    while (this.#lookingInto.size > 0) await Promise.all(this.#lookingInto.values());
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Lets persistent contradictions be reported again, for a campaign that shrinks a failure. */
  renews(): void {
    this.#told.clear();
  }

  #takes(one: Contradiction, exchange: Exchange): void {
    const key = keyOf(one);
    // Other clients may change this record, so only two reads at the same time can contradict each other.
    const isOurs = one.isOwn || one.class === "count" || (isOfTwoReads(one) && one.again.length > 1);
    if (!isOurs || this.#told.has(key) || this.#lookingInto.has(key) || this.#waiting.has(key)) return;
    const isKnownLate = one.mayBeLate && (this.#healed.get(key) ?? 0) >= MOST_HEALED;
    const isOfOthers = !one.isOwn && isOfTwoReads(one) && (this.#healed.get(recordOf(one)) ?? 0) >= MOST_HEALED;
    if (isKnownLate || isOfOthers) return;
    const suspicion: Suspicion = { one, asker: exchange.check };
    if (!one.mayBeLate && !isRepeatable(one)) this.#tell(one, exchange, exchange.check);
    else if (this.#lookingInto.size < MOST_AT_A_TIME) this.#begins(suspicion, key);
    else if (!isSlow(one) && this.#waiting.size < MOST_WAITING) this.#waiting.set(key, suspicion);
  }

  #begins(suspicion: Suspicion, key: string): void {
    const look = this.#looksInto(suspicion, key)
      .catch((error) => {
        // If the run cannot send any request, the contradiction stays unsettled.
        if (!(error instanceof NotSentError || error instanceof HandsOffError)) this.#failure ??= { error };
      })
      .finally(() => {
        this.#lookingInto.delete(key);
        const [next] = this.#waiting;
        if (next === undefined) return;
        this.#waiting.delete(next[0]);
        this.#begins(next[1], next[0]);
      });
    this.#lookingInto.set(key, look);
  }

  async #looksInto({ one, asker }: Suspicion, key: string): Promise<void> {
    let last: { readonly found: Contradiction; readonly exchange: Exchange } | undefined;
    const { speed = 1 } = this.#parts.target;
    const waits = isSlow(one) ? longWaits((one.age ?? 0) * speed) : WAITS;
    for (const wait of waits) {
      await this.#parts.pass(wait > LEAST_WAIT * speed ? wait / speed : LEAST_WAIT);
      last = await this.#asksAgain(one, asker);
      if (last === undefined || this.#isInVain(one)) break;
    }
    if (last !== undefined && (await this.#goesOn(one, asker))) return;
    if (last === undefined) for (const healed of [key, recordOf(one)]) this.#heals(healed);
    else this.#tell(last.found, last.exchange, asker);
  }

  #heals(key: string): void {
    this.#healed.set(key, (this.#healed.get(key) ?? 0) + 1);
  }

  /** Whether custody already waited for the same removal as long as it may take. */
  #isInVain({ class: kind, kind: of }: Contradiction): boolean {
    const remove = kind === "gone" && of !== undefined ? MADE.get(of)?.remove : undefined;
    return remove !== undefined && this.#parts.removesInVain(remove);
  }

  /** Whether the next page has the records that the total counts and the page does not show. */
  async #goesOn({ next }: Contradiction, asker: string | undefined): Promise<boolean> {
    if (next === undefined) return false;
    const { exchange } = await this.#asks(next, asker);
    return (listIn(jsonOf(exchange))?.length ?? 0) > 0;
  }

  /** Repeats the reads that settle a contradiction. Returns the same contradiction if it still shows. */
  async #asksAgain(
    one: Contradiction,
    asker: string | undefined,
  ): Promise<{ found: Contradiction; exchange: Exchange } | undefined> {
    const [first, second = first] = one.again;
    if (first === undefined || second === undefined) return undefined;
    if (one.again.length > 1 && (await this.#asks(first, asker)).found.some((other) => speaksAgainst(other, one)))
      return undefined;
    const { exchange, found } = await this.#asks(second, asker);
    const same = found.find((other) => other.class === one.class && other.id === one.id && other.member === one.member);
    if (same === undefined) return undefined;
    if (one.again.length === 1) return { found: same, exchange };
    // Checks that the first read still shows the known state.
    const last = await this.#asks(first, asker);
    // A filtered list may have lost the record because it changed. Then it does not contradict anything.
    const isAnother = one.member !== undefined && (last.moved.includes(one.id) || !last.stepped.includes(one.id));
    return isAnother || last.found.some((other) => speaksAgainst(other, one)) ? undefined : { found: same, exchange };
  }

  async #asks(
    { operation, path, query, version, who: role }: Asked,
    asker: string | undefined,
  ): Promise<Answered & { exchange: Exchange }> {
    const who = role === undefined ? {} : { who: { role } };
    const call: Call = { operation, version, path, query, send: "again", ...who };
    this.#asked.add(call);
    const exchange = await this.#parts.ask(call);
    const { found, moved, stepped } = this.#answers.get(exchange.id) ?? { found: [], moved: [], stepped: [] };
    this.#answers.delete(exchange.id);
    // The run's own record changed meanwhile although no request addressed it.
    for (const one of found) if (one.isOwn && !one.mayBeLate && !isRepeatable(one)) this.#tell(one, exchange, asker);
    return { exchange, found, moved, stepped };
  }

  #tell(one: Contradiction, exchange: Exchange, asker: string | undefined): void {
    const key = keyOf(one);
    if (this.#told.has(key) || this.#parts.isHarmed(one.id)) return;
    this.#told.add(key);
    this.#parts.contradicted(one, exchange, asker);
  }
}

/** The waits for a slow effect, without the time that has passed since the write. */
const longWaits = (age: number): readonly number[] =>
  LONG_WAITS.filter((_wait, at) => at < WAITS.length || age + 5_000 * (at - WAITS.length) < LONGEST);

/** The create of each kind of record. */
const MADE: ReadonlyMap<string, Makes> = new Map(
  Object.values<Write>(WRITES).flatMap(({ effect, kind }) => (effect.kind === "makes" ? [[kind, effect]] : [])),
);

const keyOf = ({ class: kind, kind: of, member = "", operation, version }: Contradiction): string =>
  `${kind} ${of} ${operation} ${version} ${member}`;

/** The record of a contradiction. If another client keeps changing it, its contradictions heal each time. */
const recordOf = ({ id, kind }: Contradiction): string => `${kind} ${id}`;

/** Whether two reads at the same time contradict each other. They must agree, no matter who changed the record. */
const isOfTwoReads = ({ class: kind }: Contradiction): boolean => kind === "views" || kind === "elsewhere";

/** Whether a contradiction shows that the basis of another one no longer holds. */
const speaksAgainst = (other: Contradiction, one: Contradiction): boolean =>
  one.member === undefined ? other.member === undefined : other.member === one.member && other.id === one.id;

/** A removed record may show for long, and a new one may be missing for as long. */
const isSlow = ({ class: kind }: Contradiction): boolean => kind === "gone" || kind === "missing";

/**
 * Whether another read can show the contradiction again. After an unexpected change, further reads only show the new
 * state.
 */
const isRepeatable = ({ class: kind }: Contradiction): boolean => kind !== "unaddressed" && kind !== "refused";
