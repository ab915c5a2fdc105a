import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { faults } from "@plumbline/reference";
import { type FaultTrial, type Honest, tryFault, tryHonest, type VariantTrial } from "./trial.ts";

/** One run against the reference, in a form that a worker process can receive. */
export type Order =
  | { readonly kind: "fault"; readonly id: string; readonly extent: "affected" | "everything" }
  | { readonly kind: "variants"; readonly honest: Honest };
/** The answer of a worker to an order. */
export type Result =
  | { readonly kind: "fault"; readonly trial: FaultTrial }
  | { readonly kind: "variants"; readonly trial: VariantTrial };

/** Carries out one order in this process. */
export async function carryOut(order: Order): Promise<Result> {
  switch (order.kind) {
    case "fault": {
      const fault = faults.find(({ id }) => id === order.id);
      if (fault === undefined) throw new Error(`there is no fault ${order.id}`);
      return { kind: "fault", trial: await tryFault(fault, order.extent) };
    }
    case "variants":
      return { kind: "variants", trial: await tryHonest(order.honest) };
    default:
      return order satisfies never;
  }
}

/** As many workers as the machine has cores. */
export const workerCount = (): number => availableParallelism();

/** The built worker. A run from source has none, because Node cannot run its TypeScript, and uses one process. */
const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** The argument that distinguishes a worker from the program when both are one file. */
export const WORKER_ROLE = "--trials";

/** A trial's objects are garbage when the next one begins: with room for all of them, the collector copies little. */
const ROOMY = ["--max-semi-space-size=64"];

/**
 * Carries out orders in `size` processes, and passes the results to `done` in the order of the orders. A size of 1 uses
 * this process.
 */
export async function inWorkers(orders: readonly Order[], size: number, done: (result: Result) => void): Promise<void> {
  const results: (Result | undefined)[] = [];
  let shown = 0;
  const finish = (index: number, result: Result): void => {
    results[index] = result;
    for (let next = results[shown]; next !== undefined; next = results[shown]) {
      shown += 1;
      done(next);
    }
  };
  let taken = 0;
  const line = async (carry: (order: Order) => Promise<Result>): Promise<void> => {
    for (let index = taken++; index < orders.length; index = taken++) {
      const order = orders[index];
      if (order !== undefined) finish(index, await carry(order));
    }
  };
  if (size <= 1 || orders.length < 3 || !existsSync(WORKER)) return line(carryOut);
  const workers = Array.from({ length: Math.min(size, orders.length) }, () =>
    fork(WORKER, [WORKER_ROLE], { execArgv: ROOMY }),
  );
  try {
    await Promise.all(workers.map((worker) => line((order) => delegate(worker, order))));
  } finally {
    for (const worker of workers) worker.kill();
  }
}

function delegate(worker: ChildProcess, order: Order): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      worker.off("message", answered);
      worker.off("exit", ended);
      end();
    };
    const answered = (message: unknown): void =>
      settle(() => {
        const { result, error } = message as { readonly result?: Result; readonly error?: string };
        if (result === undefined) reject(new Error(error ?? "a worker sent nothing"));
        else resolve(result);
      });
    const ended = (code: number | null): void =>
      settle(() => reject(new Error(`a worker ended with ${code} in the middle of its work`)));
    worker.once("message", answered);
    worker.once("exit", ended);
    worker.send(order);
  });
}
