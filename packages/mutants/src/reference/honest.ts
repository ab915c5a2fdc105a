import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { targetOfReference } from "@plumbline/cli/reference-target";
import { conduct, requirements } from "@plumbline/conformance";
import { exitCode } from "@plumbline/report";
import { board, type Hits } from "../switch.ts";
import { loadInstrumented } from "./instrumented.ts";

/** The coverage of a run against the reference without an active mutant. */
export interface Coverage {
  readonly exit: number;
  readonly milliseconds: number;
  /** Mutants reached while the module was loaded, which a later start does not repeat. */
  readonly loading: readonly string[];
  /** How often each mutant was reached in total, by its key. */
  readonly hits: Hits;
  /** The checks whose requests reached each mutant, by its key. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
}

/** The diagnostics channel on which Node announces a request just before the server receives it. */
const STARTS = "http.server.request.start";

/**
 * Runs the whole suite against the instrumented reference without an active mutant, and records which mutants each
 * check reaches.
 */
export async function honestly(path: string): Promise<Coverage> {
  const asking = new AsyncLocalStorage<string | undefined>();
  const reached = { static: {} as Hits, perTest: Object.create(null) as Record<string, Hits> };
  Object.defineProperty(board(), "currentTestId", { get: () => asking.getStore(), configurable: true });
  board().mutantCoverage = reached;
  const enter = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const check = request.headers["x-plumbline-check"];
    asking.enterWith(typeof check === "string" ? check : undefined);
  };
  subscribe(STARTS, enter);
  try {
    const { startReference } = await loadInstrumented(path, false);
    const loading = Object.keys(reached.static);
    const began = performance.now();
    const reference = await startReference({ seed: 1 });
    try {
      const report = await conduct(targetOfReference(reference, []), {
        requirements,
        command: "mutants",
        runId: "mutants",
        toolVersion: "0.0.0",
      });
      const milliseconds = performance.now() - began;
      return { exit: exitCode(report), milliseconds, loading, ...summed(reached) };
    } finally {
      await reference.close();
    }
  } finally {
    unsubscribe(STARTS, enter);
    Object.defineProperty(board(), "currentTestId", { value: undefined, configurable: true });
  }
}

function summed(reached: {
  readonly static: Hits;
  readonly perTest: Readonly<Record<string, Hits>>;
}): Pick<Coverage, "hits" | "checks"> {
  const hits: Hits = { ...reached.static };
  const checks: Record<string, string[]> = {};
  for (const [check, own] of Object.entries(reached.perTest))
    for (const [key, times] of Object.entries(own)) {
      hits[key] = (hits[key] ?? 0) + times;
      const reaching = checks[key];
      if (reaching === undefined) checks[key] = [check];
      else reaching.push(check);
    }
  return { hits, checks };
}
