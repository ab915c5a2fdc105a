import type { Kind } from "../writes/kinds.ts";

interface Waiting {
  readonly kinds: readonly Kind[];
  readonly isAlone: boolean;
  readonly begin: () => void;
}

/**
 * Lets writes of a kind run in parallel, but runs a write alone if its effect is compared. Requests begin in the order
 * in which they came, so none waits for ever. Work must not request a kind while it holds one, or it would wait for
 * itself.
 */
export class KindLocks {
  /** The number of writes under way per kind; -1 means that one runs alone. */
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

  /** Begins every waiting write that neither work under way nor an earlier waiter for the same kind blocks. */
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
