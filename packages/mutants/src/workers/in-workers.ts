import { type ChildProcess, fork } from "node:child_process";
import type { Answer } from "./serve-orders.ts";

/** How orders are spread over processes. */
export interface Workers<Order, Result> {
  /** The program of a process; it calls `serveOrders`. */
  readonly worker: string;
  readonly size: number;
  /** A process that takes longer over one order is stuck, and ended. */
  readonly milliseconds: number;
  /** What is to be said of an order that its process did not survive. */
  readonly lost: (order: Order, how: "stuck" | "ended") => Result;
  readonly done: (order: Order, result: Result) => void;
}

/** Carries orders out in a few processes that stay warm; one that gets stuck, ends or grows too big is replaced. */
export async function inWorkers<Order, Result>(
  orders: readonly Order[],
  workers: Workers<Order, Result>,
): Promise<void> {
  let taken = 0;
  const line = async (): Promise<void> => {
    let worker: ChildProcess | undefined;
    try {
      for (let order = orders[taken++]; order !== undefined; order = orders[taken++]) {
        worker ??= fork(workers.worker);
        const answer = await delegate<Order, Result>(worker, order, workers.milliseconds);
        if (typeof answer === "string") workers.done(order, workers.lost(order, answer));
        else if (answer.kind === "failed") throw new Error(answer.error);
        else workers.done(order, answer.result);
        if (typeof answer === "string" || (answer.kind === "done" && answer.tired)) {
          worker.kill("SIGKILL");
          worker = undefined;
        }
      }
    } finally {
      worker?.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers.size, orders.length) }, line));
}

function delegate<Order, Result>(
  worker: ChildProcess,
  order: Order,
  milliseconds: number,
): Promise<Answer<Result> | "stuck" | "ended"> {
  return new Promise((resolve) => {
    const settle = (answer: Answer<Result> | "stuck" | "ended"): void => {
      clearTimeout(watchdog);
      worker.off("message", answered);
      worker.off("exit", ended);
      resolve(answer);
    };
    const answered = (message: unknown): void => settle(message as Answer<Result>);
    const ended = (): void => settle("ended");
    const watchdog = setTimeout(() => settle("stuck"), milliseconds);
    worker.on("message", answered);
    worker.on("exit", ended);
    worker.send(order as object);
  });
}
