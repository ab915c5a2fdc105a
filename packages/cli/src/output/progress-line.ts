import type { ConductOptions } from "@plumbline/conformance";
import { formatProgress } from "@plumbline/report";
import { REWRITE, type Terminal } from "../terminal.ts";

type Report = NonNullable<ConductOptions["onProgress"]>;

/** Shows how far a run is: one line that is rewritten where someone watches, a plain line now and then elsewhere. */
export function progressLine(terminal: Terminal): {
  readonly show: Report;
  /** Says something that is no progress: what is waited for. */
  readonly say: (text: string) => void;
  readonly clear: () => void;
} {
  const began = Date.now();
  const every = terminal.interactive ? 80 : 5_000;
  let shown = terminal.interactive ? 0 : began;
  return {
    show: ({ stage, done, total, failures, exchanges }) => {
      const now = Date.now();
      if (now - shown < every) return;
      shown = now;
      const progress = { stage, done, total, failures, requests: exchanges, seconds: (now - began) / 1_000 };
      const line = formatProgress(progress, {
        width: Math.max(20, terminal.width - 1),
        colour: terminal.interactive && terminal.colour,
      });
      terminal.note(terminal.interactive ? `${REWRITE}${line}` : `${line}\n`);
    },
    say: (text) => terminal.note(`${terminal.interactive ? REWRITE : ""}${text}\n`),
    clear: () => {
      if (terminal.interactive) terminal.note(REWRITE);
    },
  };
}
