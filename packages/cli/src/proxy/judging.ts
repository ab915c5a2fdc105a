import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Journal, JournalEntry, Missed } from "@plumbline/conformance";
import type { DoctorFinding, Report } from "@plumbline/report";
import { Backlog } from "./backlog.ts";
import { type Packed, packed } from "./packed.ts";
import { type Commission, type LeftOut, type Progress, ProxyJudge } from "./proxy-judge.ts";
import type { Taken } from "./taken.ts";

/** Judges exchanges while the proxy forwards others. */
export interface Judging {
  readonly progress: Progress;
  readonly take: (taken: Taken) => void;
  /** Notes a request that did not complete. */
  readonly miss: (missed: Missed) => void;
  /** Resolves when there is room for another exchange; returns `undefined` if there is room now. */
  readonly room: () => Promise<void> | undefined;
  /** Rejects when the judging ends early; never resolves. */
  readonly failure: Promise<never>;
  readonly finish: (leftOut: LeftOut, findings?: readonly DoctorFinding[]) => Promise<Report>;
  /** Ends the judging without a report; does nothing after `finish`. */
  readonly stop: () => Promise<void>;
}

/** Messages to the judging thread. */
export type Order =
  | { readonly kind: "look"; readonly packed: Packed }
  | { readonly kind: "miss"; readonly missed: Missed }
  | { readonly kind: "finish"; readonly leftOut: LeftOut; readonly findings: readonly DoctorFinding[] };
/** Messages from the judging thread. */
export type Word =
  | { readonly kind: "journal"; readonly entries: readonly JournalEntry[] }
  | { readonly kind: "looked"; readonly bytes: number; readonly progress: Progress }
  | { readonly kind: "report"; readonly report: Report };

/**
 * The built thread. A run from source has none, because Node cannot run its TypeScript, and judges in the main thread.
 */
const THREAD = fileURLToPath(new URL("./judging-thread.js", import.meta.url));

/** Milliseconds in which exchanges are collected: each message to the thread costs as much as the exchanges in it. */
const GATHERED = 10;
const LEFT_OUT = "traffic came faster than the proxy could judge it";
const NOTHING: Progress = { passed: { judged: 0, elsewhere: 0, unknown: 0, trouble: 0 }, broken: 0 };

/** Judges in a thread of its own if possible, so that forwarding does not wait. */
export const startJudging = (commission: Commission, journal: Journal): Judging =>
  existsSync(THREAD) ? inThread(commission, journal) : inThisThread(commission, journal);

function inThisThread(commission: Commission, journal: Journal): Judging {
  const judge = new ProxyJudge(commission, (entry) => journal.append(entry));
  let last = Promise.resolve();
  return {
    failure: new Promise(() => undefined),
    get progress() {
      return judge.progress;
    },
    take: (taken) => {
      last = last.then(() => judge.look(taken));
    },
    miss: (missed) => {
      last = last.then(() => judge.miss(missed));
    },
    room: () => undefined,
    finish: async (leftOut, findings) => {
      await last;
      return judge.finish(leftOut, findings);
    },
    stop: async () => undefined,
  };
}

/** Passes on what a thread says, until its report. */
function reportOf(
  thread: Worker,
  journal: Journal,
  onLooked: (word: Extract<Word, { kind: "looked" }>) => void,
): Promise<Report> {
  return new Promise((resolve) => {
    thread.on("message", (word: Word) => {
      switch (word.kind) {
        case "journal":
          for (const entry of word.entries) journal.append(entry);
          break;
        case "looked":
          onLooked(word);
          break;
        case "report":
          resolve(word.report);
          break;
        default:
          word satisfies never;
      }
    });
  });
}

/** Collects exchanges for a thread; `hand` posts those collected so far. */
function parcels(thread: Worker): { readonly add: (taken: Taken) => void; readonly hand: () => void } {
  let next: Taken[] = [];
  const hand = (): void => {
    const all = next;
    next = [];
    if (all.length === 0) return;
    const parcel = packed(all);
    thread.postMessage({ kind: "look", packed: parcel } satisfies Order, [parcel.bodies.buffer]);
  };
  const add = (taken: Taken): void => {
    next.push(taken);
    if (next.length === 1) setTimeout(hand, GATHERED);
  };
  return { add, hand };
}

/** An estimate of the bytes of an exchange, including its fields. */
export const bytesOf = ({ request, response }: Taken): number => 2_000 + request.body.length + response.body.length;

function inThread(commission: Commission, journal: Journal): Judging {
  const thread = new Worker(THREAD, { workerData: commission });
  const failure = new Promise<never>((_, reject) => {
    thread.once("error", reject);
  });
  let progress = NOTHING;
  let shed = 0;
  const backlog = new Backlog();
  const { add, hand } = parcels(thread);
  const ended = reportOf(thread, journal, (word) => {
    backlog.remove(word.bytes);
    progress = word.progress;
  });
  failure.catch(() => backlog.fail());
  return {
    failure,
    get progress() {
      return progress;
    },
    take: (taken) => {
      // The judge must know every write; otherwise it would take a correct later read for wrong.
      const isShed = backlog.isLong && taken.method === "GET";
      if (isShed) shed += 1;
      if (isShed && commission.record === undefined) return;
      backlog.add(bytesOf(taken));
      add(isShed ? { ...taken, isUnjudged: true } : taken);
    },
    miss: (missed) => {
      // The order is kept, because later exchanges are judged with knowledge of this one.
      hand();
      thread.postMessage({ kind: "miss", missed } satisfies Order);
    },
    room: () => backlog.room(),
    finish: async (leftOut, findings = []) => {
      hand();
      const all = new Map(shed === 0 ? leftOut : [...leftOut, [LEFT_OUT, shed] as const]);
      thread.postMessage({ kind: "finish", leftOut: all, findings } satisfies Order);
      const report = await Promise.race([ended, failure]);
      await thread.terminate();
      return report;
    },
    stop: async () => void (await thread.terminate()),
  };
}
