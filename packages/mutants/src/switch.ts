/** What instrumented code looks at while it runs: which mutant acts, and where it notes what was reached. */
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
 * The board on which instrumented code finds the mutant that acts. It must be there before that code is loaded, which
 * keeps hold of it.
 */
export function board(): Board {
  const holder = globalThis as { __stryker__?: Board };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
}

/** From now on this mutant acts, and throws when it was reached more often than `most`: a loop that does not end. */
export function activate(key: string, most: number): void {
  Object.assign(board(), { activeMutant: key, hitCount: 0, hitLimit: most });
}

/** From now on the code does what its source says. */
export function deactivate(): void {
  Object.assign(board(), { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
}
