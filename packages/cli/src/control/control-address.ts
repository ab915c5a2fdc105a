import type { Terminal } from "../terminal.ts";

/** The environment variable that says where a control server is: its port, or its whole address. */
export const CONTROL = "PLUMBLINE_CONTROL";

/** The port at which `serve` opens a control server when no flag says so; an address names a server that is there already. */
export function controlPortIn(environment: Terminal["environment"]): number | undefined {
  const text = environment[CONTROL] ?? "";
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** The address that a port or an address stands for; `undefined` for what is neither. */
export function controlAddress(text: string): string | undefined {
  if (/^\d{1,5}$/.test(text)) return `http://127.0.0.1:${text}`;
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/+$/, "") : undefined;
}
