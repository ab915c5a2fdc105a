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
import { jsonOf } from "../ground/answers.ts";
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

/** Characters of a value in a message. */
const MOST_SHOWN = 200;
/** Milliseconds between the looks that settle a contradiction: a little more than the model calls late, in all. */
const WAITS = [50, 150, 400, 900, 1_800];
/** The same of what takes its time: what a removal comes to, and new records in a list, may be shown much later. */
const LONGEST = 55_000;
const LONG_WAITS = [...WAITS, ...Array.from({ length: 11 }, () => 5_000)];
/** However fast a target lives, it is not to be asked more often than this. */
const LEAST_WAIT = 20;
/** Times that a contradiction of one sort healed, after which this is how late the target is. */
const MOST_HEALED = 2;
/** Contradictions that are looked into at a time, and of those that are soon settled how many wait for that. */
const MOST_AT_A_TIME = 4;
const MOST_WAITING = 16;

/** What the answer to a read comes to: contradictions, and records of which the same read has shown something else before. */
interface Answered {
  readonly found: readonly Contradiction[];
  readonly moved: readonly string[];
  readonly stepped: readonly string[];
}

/** A contradiction that is looked into, and who had asked for the answer that showed it. */
interface Suspicion {
  readonly one: Contradiction;
  readonly asker: string | undefined;
}

/** What a model watch needs of the conversation. */
export interface ModelWatchParts {
  readonly target: Target;
  readonly pathOf: (call: Call) => Path;
  /** What the target's clock shows at a moment of this machine's, in milliseconds since the epoch. */
  readonly targetTime: (moment: number) => number;
  /** Sends a read once more. */
  readonly ask: (call: Call) => Promise<Exchange>;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Whether the run has an account of a record of its own. */
  readonly isKnown: (id: string) => boolean;
  /** What the records of the run bear. */
  readonly mark: string;
  /** Whether it is known that a record was harmed by a write that did not address it: other rules say so. */
  readonly isHarmed: (id: string) => boolean;
  /** Whether it was waited in vain for what a removal was to take away: whoever waits for the same need not any more. */
  readonly removesInVain: (remove: WriteId) => boolean;
  /** Hears of what agrees with what was known, and of what does not: there also which check's answer showed it first. */
  readonly upheld: (agreement: Agreement, exchange: Exchange) => void;
  readonly contradicted: (contradiction: Contradiction, exchange: Exchange, asker: string | undefined) => void;
  /** Hears of answers that show a key that was sent, masked or in the clear. */
  readonly showsKey: (shown: "masked" | "clear", call: Call, exchange: Exchange) => void;
}

/**
 * Shows the model of the service every exchange of a run. Where one contradicts what was known, its reads are sent again until
 * an answer that came late must have come: only what goes on is told, and of records that anybody may change only what two
 * reads say of them at one time.
 */
export class ModelWatch {
  readonly #parts: ModelWatchParts;
  readonly #model: ServiceModel;
  readonly #keys: SentKeys;
  readonly #told = new Set<string>();
  readonly #healed = new Map<string, number>();
  /** What answers to the reads that settle others come to, by exchange. */
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

  /** Hears of a request that is sent; the function that it returns hears that no answer will come. */
  begins(call: Call): () => void {
    const { operation, query = {}, version } = call;
    return this.#model.begins({ operation, version, path: this.#parts.pathOf(call), query });
  }

  /** Takes in an exchange and the call that caused it. */
  hear(exchange: Exchange, call: Call): void {
    const shown = this.#keys.hear(exchange);
    if (shown !== "nothing") this.#parts.showsKey(shown, call, exchange);
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

  /** Resolves when nothing is looked into any more: what a check made may be removed then. */
  async settled(): Promise<void> {
    while (this.#lookingInto.size > 0) await Promise.all(this.#lookingInto.values());
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Has what was told be told once more where it goes on: for whoever tries to see it again in fewer steps. */
  renews(): void {
    this.#told.clear();
  }

  #takes(one: Contradiction, exchange: Exchange): void {
    const key = keyOf(one);
    // What anybody may change is contradicted only by two reads at one time.
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
        // Where nothing can be asked any more, nothing is settled.
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

  /** Whether others have waited for the same, and as long as that may take. */
  #isInVain({ class: kind, kind: of }: Contradiction): boolean {
    const remove = kind === "gone" && of !== undefined ? MADE.get(of)?.remove : undefined;
    return remove !== undefined && this.#parts.removesInVain(remove);
  }

  /** Whether the records that a total counts and a page does not show are on the next page. */
  async #goesOn({ next }: Contradiction, asker: string | undefined): Promise<boolean> {
    if (next === undefined) return false;
    const { exchange } = await this.#asks(next, asker);
    return (listIn(jsonOf(exchange))?.length ?? 0) > 0;
  }

  /** Sends the reads that settle it; what contradicts in the same way now, if anything does. */
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
    // What was known is still shown where it was.
    const last = await this.#asks(first, asker);
    // A list of some records has one no more that moved on, and says nothing of it then.
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
    // The record itself became another meanwhile, and nothing had addressed it.
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

/** As long as what takes its time is waited for, without the time that has passed since the write. */
const longWaits = (age: number): readonly number[] =>
  LONG_WAITS.filter((_wait, at) => at < WAITS.length || age + 5_000 * (at - WAITS.length) < LONGEST);

/** How records of each kind are made. */
const MADE: ReadonlyMap<string, Makes> = new Map(
  Object.values<Write>(WRITES).flatMap(({ effect, kind }) => (effect.kind === "makes" ? [[kind, effect]] : [])),
);

const keyOf = ({ class: kind, kind: of, member = "", operation, version }: Contradiction): string =>
  `${kind} ${of} ${operation} ${version} ${member}`;

/** The record of a contradiction: one that another client goes on changing heals each time. */
const recordOf = ({ id, kind }: Contradiction): string => `${kind} ${id}`;

/** What two reads say at one time: whoever may have changed the record, they say the same. */
const isOfTwoReads = ({ class: kind }: Contradiction): boolean => kind === "views" || kind === "elsewhere";

/** Whether one contradiction says that what another one rests on is not so any more. */
const speaksAgainst = (other: Contradiction, one: Contradiction): boolean =>
  one.member === undefined ? other.member === undefined : other.member === one.member && other.id === one.id;

/** What was removed may be shown for long, and what was made may be missing for as long. */
const isSlow = ({ class: kind }: Contradiction): boolean => kind === "gone" || kind === "missing";

/** A record that changed is shown as it is now by each further read; anything else shows again. */
const isRepeatable = ({ class: kind }: Contradiction): boolean => kind !== "unaddressed" && kind !== "refused";
