/** The answer of a worker process. */
export type Answer<Result> =
  | { readonly kind: "done"; readonly result: Result; readonly tired: boolean }
  | { readonly kind: "failed"; readonly error: string };

/** Node never frees modules that were loaded again: with more memory than this, a new process is better. */
const MOST_MEMORY = 1_500_000_000;

/** Makes this process take orders one after another and answer each. */
export function serveOrders<Order, Result>(carryOut: (order: Order) => Promise<Result>): void {
  const answer = (message: Answer<Result>): void => void process.send?.(message);
  process.on("message", async (order: Order) => {
    try {
      const result = await carryOut(order);
      answer({ kind: "done", result, tired: process.memoryUsage.rss() > MOST_MEMORY });
    } catch (error) {
      answer({ kind: "failed", error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  // The parent has ended.
  process.on("disconnect", () => process.exit());
}
