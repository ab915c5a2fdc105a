import { once } from "node:events";

/** Signals that ask for an orderly end; SIGHUP arrives when the terminal is closed. */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves at the first of these signals. */
export const stopSignal = (): Promise<unknown> => Promise.race(STOP_SIGNALS.map((signal) => once(process, signal)));
