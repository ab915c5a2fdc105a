import type { Contradiction, ContradictionClass } from "./contradiction.ts";
import { type Asked, askedOf, type Observation } from "./observation.ts";
import type { KnownRecord } from "./record.ts";
import type { Agreement, Seeing } from "./seeing.ts";

/** The texts and the origin of a contradiction. */
export interface Said extends Pick<Contradiction, "expected" | "received" | "known"> {
  /** Milliseconds on the service's clock: when the last write that the read should show was answered. */
  readonly since: number;
  /** Reads whose answers settle it. Default: the read that contradicts. */
  readonly again?: readonly Asked[];
}

/** Collects the agreements of one answer with what was known, and formulates its contradictions. */
export class Sight {
  readonly #seen: Observation;
  readonly #late: number;
  readonly #upheld = new Map<string, Agreement>();
  readonly #moved = new Set<string>();
  readonly #stepped = new Set<string>();

  /** @param late milliseconds after a write within which a read may show the state before it */
  constructor(seen: Observation, late: number) {
    this.#seen = seen;
    this.#late = late;
  }

  get seen(): Observation {
    return this.#seen;
  }

  /** The answer confirms a read: its own, unless another is given. */
  upholds(kind: ContradictionClass, { operation, version }: Pick<Asked, "operation" | "version"> = this.#seen): void {
    this.#upheld.set(`${kind} ${operation} ${version}`, { class: kind, operation, version });
  }

  /** The answer shows a moving member of a record; `hasMoved` says that the same view showed another value before. */
  steps({ id }: KnownRecord, hasMoved: boolean): void {
    this.#stepped.add(id);
    if (hasMoved) this.#moved.add(id);
  }

  contradiction(kind: ContradictionClass, record: KnownRecord, said: Said): Contradiction {
    const seen = this.#seen;
    const { since, again = [askedOf(seen)], ...told } = said;
    return {
      class: kind,
      kind: record.kind,
      operation: seen.operation,
      version: seen.version,
      id: record.id,
      isOwn: record.made !== undefined || record.hasEnded,
      ...told,
      exchange: seen.exchange,
      mayBeLate: seen.began - since < this.#late,
      ...(Number.isFinite(since) && { age: seen.began - since }),
      again,
    };
  }

  /** The result, with the contradictions that were found. */
  with(contradictions: readonly Contradiction[]): Seeing {
    const [upheld, moved, stepped] = [[...this.#upheld.values()], [...this.#moved], [...this.#stepped]];
    return { contradictions, upheld, moved, stepped };
  }
}
