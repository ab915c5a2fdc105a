import { steadyNow } from "@plumbline/client";
import type { ConductOptions } from "@plumbline/conformance";
import { formatProgress } from "@plumbline/report";
import { REWRITE, type Terminal } from "../terminal.ts";

type Report = NonNullable<ConductOptions["onProgress"]>;

/**
 * Shows how far a run is, and what it waits for, at most `patience` seconds: one line that is rewritten where someone watches,
 * a plain line now and then elsewhere. It goes on while nothing happens.
 */
export function progressLine(
  terminal: Terminal,
  patience = 120,
): {
  readonly show: Report;
  /** Says something that is no progress: what is waited for. */
  readonly say: (text: string) => void;
  readonly clear: () => void;
} {
  const began = steadyNow();
  const every = terminal.interactive ? 80 : 5_000;
  let shown = terminal.interactive ? 0 : began;
  let last: Parameters<Report>[0] | undefined;
  const show: Report = (given) => {
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
