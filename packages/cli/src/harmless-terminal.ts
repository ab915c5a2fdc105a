import { harmless } from "@plumbline/report/harmless";
import { REWRITE, type Terminal } from "./terminal.ts";

/**
 * Control characters except the line feed. Workflow commands never contain one, because their text is escaped where it
 * is written.
 */
const CONTROL = /[^\P{Cc}\n]/gu;

/**
 * The terminal that every command is given. A command's output may contain text from a server or a file, so this
 * function makes all output harmless and no command has to. Three things pass: the colours of Plumbline's renderers
 * when colours are on, the sequence that rewrites the progress line of an interactive terminal, and the lines given to
 * `command`.
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
