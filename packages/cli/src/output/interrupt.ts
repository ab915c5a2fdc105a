import { setMaxListeners } from "node:events";
import { STOP_SIGNALS } from "../stop-signal.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Returns a signal that aborts when the user interrupts. The first interrupt ends the run in order, the second at once.
 * `other` is another signal that ends the run in order.
 */
export function onInterrupt(
  terminal: Terminal,
  other?: AbortSignal,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  // Every request in flight listens to the signal, so the limit of listeners is lifted.
  setMaxListeners(0, controller.signal);
  const abort = (): void => controller.abort();
  if (other?.aborted) abort();
  other?.addEventListener("abort", abort);
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    terminal.note("\nInterrupted: the run cleans up and writes the report. Press Ctrl-C again to stop at once.\n");
    abort();
  };
  for (const name of STOP_SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      other?.removeEventListener("abort", abort);
      for (const name of STOP_SIGNALS) process.off(name, stop);
    },
  };
}
