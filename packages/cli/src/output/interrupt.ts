import { setMaxListeners } from "node:events";
import { STOP_SIGNALS } from "../stop-signal.ts";
import type { Terminal } from "../terminal.ts";

/**
 * A signal that is given when the user interrupts: the first time the run ends in order, the second time at once. `other`
 * is somebody else who may end it in order.
 */
export function onInterrupt(
  terminal: Terminal,
  other?: AbortSignal,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  // Every request in flight listens.
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
