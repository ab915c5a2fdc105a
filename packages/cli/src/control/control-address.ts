import type { Terminal } from "../terminal.ts";

/** The environment variable with the port or the whole address of a control server. */
export const CONTROL = "PLUMBLINE_CONTROL";

/**
 * The port on which `serve` opens a control server without a flag. The variable may also hold an address; it names a
 * server that runs already, so the result is undefined.
 */
export function controlPortIn(environment: Terminal["environment"]): number | undefined {
  const text = environment[CONTROL] ?? "";
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** The address for a port or an address; `undefined` for any other text. */
export function controlAddress(text: string): string | undefined {
  if (/^\d{1,5}$/.test(text)) return `http://127.0.0.1:${text}`;
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/+$/, "") : undefined;
}
