/** The object that instrumented code reads at run time: the active mutant, and counters of reached mutants. */
interface Board {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Record<string, Hits> };
}
/** How often each mutant was reached, by its key. */
export type Hits = Record<string, number>;

/**
 * The object in which instrumented code finds the active mutant. It must exist before that code is loaded, which keeps
 * a reference to it.
 */
export function board(): Board {
  const holder = globalThis as { __stryker__?: Board };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
}

/** Activates a mutant. It throws when it is reached more often than `most`, which means an endless loop. */
export function activate(key: string, most: number): void {
  Object.assign(board(), { activeMutant: key, hitCount: 0, hitLimit: most });
}

/** Deactivates all mutants, so that the code follows its source. */
export function deactivate(): void {
  Object.assign(board(), { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
}
