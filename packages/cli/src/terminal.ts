import { hasAsciiAlone, hasColour } from "./console-kind.ts";

/** Where a command writes; the process's own streams unless a test gives others. */
export interface Terminal {
  /** The result: what a pipe wants. */
  out(text: string): void;
  /** What happens meanwhile, and errors. */
  note(text: string): void;
  /** Says workflow commands of GitHub Actions, one a line; in what `out` and `note` print nobody obeys any. */
  readonly command?: (lines: string) => void;
  readonly interactive: boolean;
  readonly colour: boolean;
  /** The console has no other signs than those of ASCII. */
  readonly ascii?: boolean;
  readonly width: number;
  /** Characters of a line where someone reads the result itself; a pipe gets lines of any length. */
  readonly outWidth?: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Takes the cursor to the start of the line and empties it. */
export const REWRITE = "\r\u001b[2K";

/** The exit code when what a command prints cannot be written. */
const UNWRITTEN = 2;

/** The terminal of this process; colours and signs follow the environment and whether someone is watching. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  // A reader that has enough closes the pipe (`plumbline list | head`): what it would have read is lost, the run goes on.
  stderr.on("error", () => undefined);
  let isLost = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A terminal that was closed (EIO) is as good as such a reader.
    if (error.code === "EPIPE" || (error.code === "EIO" && stdout.isTTY) || isLost) return;
    isLost = true;
    stderr.write(`plumbline: the output cannot be printed: ${error.message}; send the output elsewhere\n`);
    // All else may be well: then the exit code alone says that it is not.
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
