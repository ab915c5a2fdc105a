import type { Flags, Given } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** One command of the program. `run` returns the exit code; what it throws is turned into one by `main`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What may stand after the command's name, such as `ID`. */
  readonly words?: string;
  readonly flags: Flags;
  /**
   * It opens a target, also where no flag names one: then a variable or a file of the folder may. Where nothing does, it is
   * the bundled reference, unless only a server that is named makes sense.
   */
  readonly opensTarget?: "or-reference" | "named";
  readonly examples: readonly string[];
  /** What it prints is for programs, whatever the flags are: not a letter of it is changed for a console. */
  readonly prints?: "data";
  readonly run: (given: Given, terminal: Terminal) => Promise<number>;
}
