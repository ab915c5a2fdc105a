/** What a process of a workers answers. */
export type Answer<Result> =
  | { readonly kind: "done"; readonly result: Result; readonly tired: boolean }
  | { readonly kind: "failed"; readonly error: string };

/** Modules that were loaded anew are never forgotten: beyond this a fresh process is better. */
const MOST_MEMORY = 1_500_000_000;

/** Makes this process one that takes orders one after another and answers each. */
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
  // Nobody is left to work for.
  process.on("disconnect", () => process.exit());
}
