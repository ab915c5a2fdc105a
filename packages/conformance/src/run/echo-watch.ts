import type { Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Judgement } from "../ground/judgement.ts";
import type { Kind } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";

/** The watch's connection to the run: it asks `judge` about an answer and hands the result to `judged`. */
export interface EchoWatchParts {
  readonly pathOf: (call: Call) => Path;
  /** Whether the answer shows the values of the request; `undefined` if that cannot be told. */
  readonly judge: (exchange: Exchange, call: Call) => Judgement | undefined;
  readonly judged: (judgement: Judgement, exchange: Exchange, call: Call) => void;
}

/** After so many unanswered writes to different places, no echo is judged any more. */
const MOST_UNKNOWN = 200;

/** A write that is under way. */
interface UnderWay {
  /** `undefined` for a create, because no other write addresses its record. */
  readonly kind: Kind | undefined;
  readonly reaches: readonly Kind[];
  readonly path: Path;
  isContended: boolean;
}

/**
 * Compares the answer to every write with its request. It skips a write if another write to the same record was under
 * way or may still be carried out, because the answer may rightly show the values of that one.
 */
export class EchoWatch {
  readonly #parts: EchoWatchParts;
  readonly #underWay = new Set<UnderWay>();
  readonly #last = new WeakMap<Call, UnderWay>();
  /** Writes with an unknown outcome, by the records that they may change. */
  readonly #unknown = new Map<string, UnderWay>();

  constructor(parts: EchoWatchParts) {
    this.#parts = parts;
  }

  /** Records that a write is sent; call the returned function when its answer has come, or never will. */
  begins(call: Call): () => void {
    const one = this.#underWayOf(call);
    if (one === undefined) return () => undefined;
    for (const other of [...this.#underWay, ...this.#unknown.values()])
      if (mayMeet(one, other)) {
        one.isContended = true;
        other.isContended = true;
      }
    this.#underWay.add(one);
    this.#last.set(call, one);
    return () => void this.#underWay.delete(one);
  }

  hear(exchange: Exchange, call: Call): void {
    const one = this.#last.get(call);
    if (one === undefined) return;
    if (!wasAccepted(exchange)) {
      if (!wasRefused(exchange) && !this.#knowsTooLittle) this.#unknown.set(keyOf(one), one);
      return;
    }
    const judgement = one.isContended || this.#knowsTooLittle ? undefined : this.#parts.judge(exchange, call);
    if (judgement !== undefined) this.#parts.judged(judgement, exchange, call);
  }

  get #knowsTooLittle(): boolean {
    return this.#unknown.size >= MOST_UNKNOWN;
  }

  #underWayOf(call: Call): UnderWay | undefined {
    const { operation } = call;
    if (!isWriteId(operation)) return undefined;
    const { effect, kind, reaches = [] }: Write = WRITES[operation];
    return {
      kind: effect.kind === "makes" ? undefined : kind,
      reaches: reaches.map((reach) => reach.kind),
      path: this.#parts.pathOf(call),
      isContended: false,
    };
  }
}

const keyOf = ({ kind, path, reaches }: UnderWay): string => JSON.stringify([kind, path, reaches]);

/**
 * Whether two writes may change the same record: they have the same kind and no different place, or one reaches the
 * kind of the other.
 */
function mayMeet(one: UnderWay, other: UnderWay): boolean {
  const isReached = [one, other].some(({ reaches }, index) =>
    reaches.some((kind) => kind === [other, one][index]?.kind),
  );
  const isSameKind = one.kind !== undefined && one.kind === other.kind;
  if (isReached) return true;
  return isSameKind && Object.entries(one.path).every(([name, value]) => (other.path[name] ?? value) === value);
}
