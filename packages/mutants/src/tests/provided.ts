/* What is handed to the process of a test file, and what comes back from it. */

declare module "vitest" {
  interface ProvidedContext {
    /** The key of the mutant that acts; empty for none. */
    mutant: string;
    /** How often it may be reached. */
    most: number;
  }
  interface TaskMeta {
    /** How often each mutant was reached in a file of tests. */
    reached?: Record<string, number>;
  }
}

export {};
