import { harmless } from "@plumbline/report/harmless";
import { REWRITE, type Terminal } from "./terminal.ts";

/** Nothing that a command of ours holds: its texts are made visible and escaped where it is written. */
const CONTROL = /[^\P{Cc}\n]/gu;

/**
 * The terminal that every command is given. Whatever a command prints may hold what a server or a file supplied, so all of
 * it is made harmless here and no command has to think of it. Three things pass: the colours of our renderers where colours
 * are wanted, the sequence that rewrites the progress line where someone watches, and what is said through `command`.
 */
export function harmlessTerminal(terminal: Terminal): Terminal {
  const shown = (text: string): string => harmless(text, { painted: terminal.colour });
  return {
    ...terminal,
    out: (text) => terminal.out(shown(text)),
    note: (text) => {
      const rewrites = terminal.interactive && text.startsWith(REWRITE);
      terminal.note(rewrites ? REWRITE + shown(text.slice(REWRITE.length)) : shown(text));
    },
    command: (lines) => terminal.note(lines.replace(CONTROL, "")),
  };
}
