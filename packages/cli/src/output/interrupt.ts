import { setMaxListeners } from "node:events";
import type { Terminal } from "../terminal.ts";

/** A signal that is given when the user interrupts: the first time the run ends in order, the second time at once. */
export function onInterrupt(terminal: Terminal): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  // Every request in flight listens.
  setMaxListeners(0, controller.signal);
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    terminal.note("\nInterrupted: tidying up and writing the report. Once more to leave at once.\n");
    controller.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    },
  };
}
