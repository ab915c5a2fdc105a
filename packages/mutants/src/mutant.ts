/** One small change to a source file. */
export interface Mutant {
  /**
   * Stays the same as long as the changed text does, even if lines above it are added or removed (see `stable-id.ts`).
   */
  readonly id: string;
  /** The key of the mutant in the instrumented code; it changes with every change to the sources. */
  readonly key: string;
  /** Path below `src` of its package. */
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A mutant that a rule skips, and the name of the rule. */
export interface Aside {
  readonly mutant: Mutant;
  readonly rule: string;
}
