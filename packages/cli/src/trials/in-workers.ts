import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { faults } from "@plumbline/reference";
import { type FaultTrial, type Honest, tryFault, tryHonest, type VariantTrial } from "./trial.ts";

/** One run against the reference, as it is handed to a worker. */
export type Order =
  | { readonly kind: "fault"; readonly id: string; readonly extent: "affected" | "everything" }
  | { readonly kind: "variants"; readonly honest: Honest };
/** What a process answers to a trial. */
export type Result =
  | { readonly kind: "fault"; readonly trial: FaultTrial }
  | { readonly kind: "variants"; readonly trial: VariantTrial };

/** Carries one order out in this process. */
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

/** As many as the machine has cores. */
export const workerCount = (): number => availableParallelism();

/** The built worker; from source there is none, because Node cannot run it. */
const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** Tells a worker from the program where both are one file. */
export const WORKER_ROLE = "--trials";

/** A trial is gone when the next begins: with room for all that it makes, the collector has little to copy. */
const ROOMY = ["--max-semi-space-size=64"];

/** Carries orders out in `size` processes and hands results over in the order of the orders; one process is this one. */
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
