import { type ChildProcess, fork } from "node:child_process";
import type { Answer } from "./serve-orders.ts";

/** How to distribute orders over processes. */
export interface Workers<Order, Result> {
  /** The program of a worker process, which calls `serveOrders`. */
  readonly worker: string;
  readonly size: number;
  /** A process that takes longer for one order counts as stuck and is killed. */
  readonly milliseconds: number;
  /** The result of an order whose process got stuck or ended. */
  readonly lost: (order: Order, how: "stuck" | "ended") => Result;
  readonly done: (order: Order, result: Result) => void;
}

/** Executes orders in a few reused processes. A process that gets stuck, ends or grows too big is replaced. */
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
