/** One small change to a source file. */
export interface Mutant {
  /** Stays the same while the changed text does: lines above it may come and go (see `stable-id.ts`). */
  readonly id: string;
  /** By which the instrumented code knows it; another one after every change to the sources. */
  readonly key: string;
  /** Below `src` of its package. */
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A mutant that a rule sets aside before anything is run, and the name of the rule. */
export interface Aside {
  readonly mutant: Mutant;
  readonly rule: string;
}
