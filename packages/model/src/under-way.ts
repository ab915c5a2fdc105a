import { effectsOf, isEffective, reachedBy } from "./effects.ts";
import type { Kind } from "./kinds.ts";
import type { KnownRecords } from "./known-records.ts";
import type { Asked } from "./observation.ts";
import type { KnownRecord } from "./record.ts";

/** Writes that were sent but not yet answered. Each may take effect at any moment. */
export class UnderWay {
  readonly #records: KnownRecords;
  readonly #sent = new Set<Asked>();

  constructor(records: KnownRecords) {
    this.#records = records;
  }

  /** Registers a write that is sent now. The returned function removes it. */
  begins(asked: Asked): () => void {
    if (!isEffective(asked.operation)) return () => undefined;
    this.#sent.add(asked);
    return () => this.#sent.delete(asked);
  }

  get isNothing(): boolean {
    return this.#sent.size === 0;
  }

  /** Whether one of the writes may change a record. */
  mayChange(record: KnownRecord): boolean {
    return [...this.#sent].some(({ operation, path }) => {
      if (reachedBy(operation).includes(record.kind)) return true;
      const isOfKind = effectsOf(operation).some(({ kind }) => kind === record.kind);
      return isOfKind && this.#records.addressed({ path }, record.kind).includes(record);
    });
  }

  /** Whether one of the writes creates a record of a kind. */
  mayMake(kind: Kind): boolean {
    const isCreate = ({ operation }: Asked): boolean =>
      effectsOf(operation).some((one) => one.kind === kind && one.effect === "makes");
    return [...this.#sent].some(isCreate);
  }
}
