import { carryOut, type Order } from "./in-workers.ts";

/* The program of a worker process: carries out orders one after another, and answers each. */

process.on("message", async (order: Order) => {
  try {
    process.send?.({ result: await carryOut(order) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) });
  }
});
// The parent process has ended.
process.on("disconnect", () => process.exit());
