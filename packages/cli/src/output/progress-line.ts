import { steadyNow } from "@plumbline/client";
import type { ConductOptions } from "@plumbline/conformance";
import { formatProgress } from "@plumbline/report";
import { REWRITE, type Terminal } from "../terminal.ts";

type ProgressCallback = NonNullable<ConductOptions["onProgress"]>;

/**
 * Shows how far a run is and which checks it waits for, each at most `patience` seconds. An interactive terminal gets
 * one line that is rewritten, another a new line every 5 seconds. The clock in it advances even while no check ends.
 */
export function progressLine(
  terminal: Terminal,
  patience = 120,
): {
  readonly show: ProgressCallback;
  /** Prints a message that is no progress, such as the reason of a wait. */
  readonly say: (text: string) => void;
  readonly clear: () => void;
} {
  const began = steadyNow();
  const every = terminal.interactive ? 80 : 5_000;
  let shown = terminal.interactive ? 0 : began;
  let last: Parameters<ProgressCallback>[0] | undefined;
  const show: ProgressCallback = (given) => {
    last = given;
    const { stage, done, total, failures, exchanges, waiting } = given;
    const now = steadyNow();
    if (now - shown < every) return;
    shown = now;
    const names = [...new Set(waiting.map((check) => check.split("@")[0]))].join(", ");
    const progress = {
      stage,
      done,
      total,
      failures,
      requests: exchanges,
      seconds: (now - began) / 1_000,
      ...(names !== "" && { waiting: `${names}, at most ${patience} s each` }),
    };
    const line = formatProgress(progress, {
      width: Math.max(20, terminal.width - 1),
      colour: terminal.interactive && terminal.colour,
    });
    terminal.note(terminal.interactive ? `${REWRITE}${line}` : `${line}\n`);
  };
  const ticking = setInterval(() => last && show(last), 1_000);
  ticking.unref();
  return {
    show,
    say: (text) => terminal.note(`${terminal.interactive ? REWRITE : ""}${text}\n`),
    clear: () => {
      clearInterval(ticking);
      if (terminal.interactive) terminal.note(REWRITE);
    },
  };
}
