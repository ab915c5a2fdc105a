import { painter } from "../text/paint.ts";
import { oneLine } from "../text/visible.ts";
import { counted, figure } from "../text/words.ts";

/** The progress of a run. `total` is 0 until it is known. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly requests: number;
  readonly failures: number;
  readonly seconds: number;
  /** What the run waits for, and for how long at most. Absent while the run does not wait. */
  readonly waiting?: string;
}

const BAR = 20;

/** One progress line of at most `width` columns. If it is too long, the least important parts are dropped first. */
export function formatProgress(
  progress: Progress,
  { width, colour }: { readonly width: number; readonly colour: boolean },
): string {
  const { stage, done, total, requests, failures, seconds, waiting } = progress;
  const paint = painter(colour);
  const part = (text: string, tone?: "bad" | "quiet" | "good"): Part => ({
    columns: Array.from(text).length,
    text: tone === undefined ? text : paint(text, tone),
  });
  const found = part(counted(failures, "failure"), failures > 0 ? "bad" : "quiet");
  const amount = part(total > 0 ? `${figure(done)}/${figure(total)}` : figure(done));
  const bar = part(barOf(done, total), "good");
  const name = part(oneLine(stage, 24));
  const sent = part(counted(requests, "request"), "quiet");
  const time = part(clock(seconds), "quiet");
  const waits = waiting === undefined ? [] : [part(oneLine(`waits for ${waiting}`, 60), "quiet")];
  const choices = [
    [name, bar, amount, found, sent, time, ...waits],
    [name, amount, found, time, ...waits],
    [name, bar, amount, found, sent, time],
    [name, amount, found, sent, time],
    [name, amount, found, time],
    [amount, found],
    [amount],
  ];
  const fitting = choices.find((parts) => columnsOf(parts) <= width) ?? [];
  return fitting.map(({ text }) => text).join("  ");
}

interface Part {
  readonly columns: number;
  readonly text: string;
}

function columnsOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { columns }) => sum + columns, 2 * (parts.length - 1));
}

function barOf(done: number, total: number): string {
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const full = Math.floor(share * BAR);
  return `${"█".repeat(full)}${"░".repeat(BAR - full)}`;
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
