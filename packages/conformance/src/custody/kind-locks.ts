import type { Kind } from "../writes/kinds.ts";

interface Waiting {
  readonly kinds: readonly Kind[];
  readonly isAlone: boolean;
  readonly begin: () => void;
}

/**
 * Lets writes of a kind of record go on beside each other, and one of them alone where somebody looks at what it changes. In
 * the order in which they were asked for, so that nobody waits for ever; work must not ask for a kind while it holds one.
 */
export class KindLocks {
  /** How many work on a kind; -1 stands for one that is alone. */
  readonly #working = new Map<Kind, number>();
  #waiting: Waiting[] = [];

  async within<T>(kinds: readonly Kind[], isAlone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ kinds, isAlone, begin });
      this.#next();
    });
    try {
      return await work();
    } finally {
      for (const kind of kinds) this.#working.set(kind, isAlone ? 0 : (this.#working.get(kind) ?? 1) - 1);
      this.#next();
    }
  }

  /** Begins with whoever is not held up by work, or by somebody before who waits for the same. */
  #next(): void {
    const wanted = new Set<Kind>();
    this.#waiting = this.#waiting.filter((one) => {
      const mayBegin = one.kinds.every((kind) => !wanted.has(kind) && this.#isFree(kind, one.isAlone));
      if (mayBegin) this.#begin(one);
      else for (const kind of one.kinds) wanted.add(kind);
      return !mayBegin;
    });
  }

  #isFree(kind: Kind, isAlone: boolean): boolean {
    const working = this.#working.get(kind) ?? 0;
    return isAlone ? working === 0 : working >= 0;
  }

  #begin({ kinds, isAlone, begin }: Waiting): void {
    for (const kind of kinds) this.#working.set(kind, isAlone ? -1 : (this.#working.get(kind) ?? 0) + 1);
    begin();
  }
}
