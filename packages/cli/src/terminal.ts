import { hasAsciiAlone, hasColour } from "./console-kind.ts";

/** Where a command writes: the process's own streams, unless a test passes others. */
export interface Terminal {
  /** Prints the result, which a pipe reads. */
  out(text: string): void;
  /** Prints progress and errors. */
  note(text: string): void;
  /**
   * Prints workflow commands of GitHub Actions, one per line. The runner obeys none in the texts of `out` and `note`.
   */
  readonly command?: (lines: string) => void;
  readonly interactive: boolean;
  readonly colour: boolean;
  /** The console shows ASCII only. */
  readonly ascii?: boolean;
  readonly width: number;
  /** Characters per line when a person reads the result; undefined for a pipe, where lines may have any length. */
  readonly outWidth?: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Moves the cursor to the start of the line and clears the line. */
export const REWRITE = "\r\u001b[2K";

/** The exit code when a command's output cannot be written. */
const UNWRITTEN = 2;

/** The terminal of this process. The environment, and whether a person watches, decide on colours and signs. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  // A reader may close the pipe early (`plumbline list | head`). The rest of the output is lost, and the run goes on.
  stderr.on("error", () => undefined);
  let isLost = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A terminal that was closed (EIO) has no reader either.
    if (error.code === "EPIPE" || (error.code === "EIO" && stdout.isTTY) || isLost) return;
    isLost = true;
    stderr.write(`plumbline: the output cannot be printed: ${error.message}; send the output elsewhere\n`);
    // The command itself may succeed: then only the exit code shows the failure.
    process.once("exit", (code) => {
      if (code === 0) process.exitCode = UNWRITTEN;
    });
  });
  return {
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    // A dumb terminal cannot rewrite a line.
    interactive: stderr.isTTY === true && env["CI"] === undefined && env["TERM"] !== "dumb",
    colour: hasColour(env, stdout.isTTY === true),
    ascii: hasAsciiAlone(env),
    width: stderr.columns ?? 80,
    ...(stdout.isTTY && { outWidth: stdout.columns }),
    environment: env,
  };
}
