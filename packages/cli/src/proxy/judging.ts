import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Journal } from "@plumbline/conformance";
import type { DoctorFinding, Report, RunEvent } from "@plumbline/report";
import { type Commission, Desk, type LeftOut, type Progress } from "./desk.ts";
import { type Packed, packed } from "./packed.ts";
import type { Taken } from "./taken.ts";

/** Whoever judges what passes, beside who forwards it. */
export interface Judging {
  readonly progress: Progress;
  readonly take: (taken: Taken) => void;
  /** Rejects where the judging has ended before its time, and never resolves. */
  readonly failure: Promise<never>;
  readonly finish: (leftOut: LeftOut, findings?: readonly DoctorFinding[]) => Promise<Report>;
}

export type Order =
  | { readonly kind: "look"; readonly packed: Packed }
  | { readonly kind: "finish"; readonly leftOut: LeftOut; readonly findings: readonly DoctorFinding[] };
export type Word =
  | { readonly kind: "journal"; readonly entries: readonly RunEvent[] }
  | { readonly kind: "looked"; readonly bytes: number; readonly progress: Progress }
  | { readonly kind: "report"; readonly report: Report };

/** The built thread; from source there is none, because Node cannot run it. */
const THREAD = fileURLToPath(new URL("./judging-thread.js", import.meta.url));

/** Bytes that may wait to be looked at: whoever reads faster than they are judged is not made to wait. */
const MOST_WAITING = 64 * 2 ** 20;
/** Milliseconds in which what passed is gathered, as each parcel costs as much as its exchanges. */
const GATHERED = 10;
const LEFT_OUT = "more was read than could be judged at the time";
const NOTHING: Progress = { passed: { judged: 0, elsewhere: 0, unknown: 0, trouble: 0 }, broken: 0 };

/** Judges in a thread of its own, so that what passes is not kept waiting. */
export const startJudging = (commission: Commission, journal: Journal): Judging =>
  existsSync(THREAD) ? inThread(commission, journal) : inThisThread(commission, journal);

function inThisThread(commission: Commission, journal: Journal): Judging {
  const desk = new Desk(commission, (entry) => journal.append(entry));
  let last = Promise.resolve();
  return {
    failure: new Promise(() => undefined),
    get progress() {
      return desk.progress;
    },
    take: (taken) => {
      last = last.then(() => desk.look(taken));
    },
    finish: async (leftOut, findings) => {
      await last;
      return desk.finish(leftOut, findings);
    },
  };
}

/** Bytes of an exchange, fields and all. */
export const bytesOf = ({ request, response }: Taken): number => 2_000 + request.body.length + response.body.length;

function inThread(commission: Commission, journal: Journal): Judging {
  const thread = new Worker(THREAD, { workerData: commission });
  const failure = new Promise<never>((_, reject) => {
    thread.once("error", reject);
  });
  // Whoever asks for the report hears of it.
  failure.catch(() => undefined);
  const ended = new Promise<Report>((resolve) => {
    thread.on("message", (word: Word) => {
      switch (word.kind) {
        case "journal":
          for (const entry of word.entries) journal.append(entry);
          break;
        case "looked":
          waiting -= word.bytes;
          progress = word.progress;
          break;
        case "report":
          resolve(word.report);
          break;
        default:
          word satisfies never;
      }
    });
  });
  let progress = NOTHING;
  let waiting = 0;
  let shed = 0;
  let next: Taken[] = [];
  const hand = (): void => {
    const all = next;
    next = [];
    if (all.length === 0) return;
    const parcel = packed(all);
    thread.postMessage({ kind: "look", packed: parcel } satisfies Order, [parcel.bodies.buffer]);
  };
  return {
    failure,
    get progress() {
      return progress;
    },
    take: (taken) => {
      // What is written has to be known, lest a later read be taken for wrong.
      if (waiting > MOST_WAITING && taken.method === "GET") {
        shed += 1;
        return;
      }
      waiting += bytesOf(taken);
      next.push(taken);
      if (next.length === 1) setTimeout(hand, GATHERED);
    },
    finish: async (leftOut, findings = []) => {
      hand();
      const all = new Map(shed === 0 ? leftOut : [...leftOut, [LEFT_OUT, shed] as const]);
      thread.postMessage({ kind: "finish", leftOut: all, findings } satisfies Order);
      const report = await Promise.race([ended, failure]);
      await thread.terminate();
      return report;
    },
  };
}
