import { spawn } from "node:child_process";
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { JournalEntry } from "@plumbline/conformance";
import { bytesOf, type Order, type Word } from "./judging.ts";
import { unpacked } from "./packed.ts";
import { type Commission, ProxyJudge } from "./proxy-judge.ts";

/* The program of the thread that judges the exchanges of a proxy. */

/** Milliseconds between two flushes of the recording. */
const SAVED_EVERY = 1_000;

// On Linux the priority applies to this thread alone, so that forwarding goes before judging. The scheduler counts a
// core that runs only idle-class threads as free, which a low priority does not achieve: with the idle class, a proxy
// forwards half as much again.
if (process.platform === "linux") {
  setPriority(0, 19);
  spawn("chrt", ["--idle", "--pid", "0", basename(readlinkSync("/proc/thread-self"))], { stdio: "ignore" }).on(
    "error",
    () => undefined,
  );
}

let entries: JournalEntry[] = [];
const judge = new ProxyJudge(workerData as Commission, (entry) => entries.push(entry));
const say = (word: Word): void => parentPort?.postMessage(word);
const sayJournal = (): void => {
  if (entries.length > 0) say({ kind: "journal", entries });
  entries = [];
};
sayJournal();
setInterval(() => judge.flush(), SAVED_EVERY).unref();

async function carryOut(order: Order): Promise<void> {
  switch (order.kind) {
    case "look": {
      const all = unpacked(order.packed);
      for (const taken of all) await judge.look(taken);
      sayJournal();
      const bytes = all.reduce((sum, taken) => sum + bytesOf(taken), 0);
      say({ kind: "looked", bytes, progress: judge.progress });
      return;
    }
    case "miss":
      judge.miss(order.missed);
      return;
    case "finish": {
      const report = await judge.finish(order.leftOut, order.findings);
      sayJournal();
      say({ kind: "report", report });
      return;
    }
    default:
      order satisfies never;
  }
}

let last = Promise.resolve();
parentPort?.on("message", (order: Order) => {
  last = last.then(() => carryOut(order));
});
