import type { Finding } from "../finding.ts";
import { serveOrders } from "../workers/serve-orders.ts";
import { type Coverage, honestly } from "./honest.ts";
import { type Trial, tryMutant } from "./trial.ts";

/** The order to a worker process for the bundled reference at `path`. */
export type Order =
  | { readonly kind: "honest"; readonly path: string }
  | { readonly kind: "trial"; readonly path: string; readonly trial: Trial };
/** The answer of a worker process to an order. */
export type Result =
  | { readonly kind: "honest"; readonly coverage: Coverage }
  | { readonly kind: "trial"; readonly finding: Finding };

// Leftovers of a mutant may throw after its trial, which must not affect the next one.
process.on("uncaughtException", () => undefined);

serveOrders(async (order: Order): Promise<Result> => {
  switch (order.kind) {
    case "honest":
      return { kind: "honest", coverage: await honestly(order.path) };
    case "trial":
      return { kind: "trial", finding: await tryMutant(order.path, order.trial) };
    default:
      return order satisfies never;
  }
});
