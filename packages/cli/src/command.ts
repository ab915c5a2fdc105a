import type { Flags, Given } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** One command of the program. `run` returns the exit code; `main` turns an error that it throws into one. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The placeholder in help for words after the command's name, such as `ID`. */
  readonly words?: string;
  readonly flags: Flags;
  /**
   * The command opens a target even when no flag names one: an environment variable or a file of the folder may name
   * it. If neither does, "or-reference" opens the bundled reference; "named" does not, because the command needs a
   * server that the user names.
   */
  readonly opensTarget?: "or-reference" | "named";
  readonly examples: readonly string[];
  /** The output is for programs, whatever the flags are, and is never converted for a console. */
  readonly prints?: "data";
  readonly run: (given: Given, terminal: Terminal) => Promise<number>;
}
