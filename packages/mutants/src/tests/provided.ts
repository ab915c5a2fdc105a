/* The data that the process of a test file receives and returns. */

declare module "vitest" {
  interface ProvidedContext {
    /** The key of the active mutant; empty for none. */
    mutant: string;
    /** How often the mutant may be reached. */
    most: number;
  }
  interface TaskMeta {
    /** How often a test file reached each mutant. */
    reached?: Record<string, number>;
  }
}

export {};
