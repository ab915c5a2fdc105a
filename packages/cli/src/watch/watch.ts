import { join } from "node:path";
import { type Report, renderCauses } from "@plumbline/report";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { nextOccasion } from "./occasion.ts";
import { failedChecks, Standing } from "./standing.ts";
import { watchedPaths } from "./watched-paths.ts";

/** Folder for the reports of rounds over some checks, below that of the whole report. */
const ROUND = "round";
/** Limit of ids in one round, because each check is compared with the whole selection. */
const MOST = 2_000;

/**
 * Judges the target with these flags, completely or only some checks. Passes on the report, and returns the exit code.
 */
export type Round = (given: Given, heard: (report: Report) => void, only?: readonly string[]) => Promise<number>;

/**
 * Judges once, then again and again: the failed checks at every occasion, and once these pass, the related checks.
 * Returns the exit code of the last round when the user ends it.
 */
export async function watchTarget(judge: Round, given: Given, terminal: Terminal): Promise<number> {
  const paths = watchedPaths(given);
  const standing = new Standing();
  let last: Report | undefined;
  const heard = (report: Report): void => {
    last = report;
    standing.take(report);
  };
  const whole = (): Promise<number> => judge(given, heard);
  const some = (checks: readonly string[]): Promise<number> => judge(inRound(given), heard, checks);

  let code = await whole();
  for (;;) {
    const failed = standing.failed;
    terminal.note(`\n${hintFor(failed.length)}\n`);
    const url = last?.target.kind === "url" ? last.target.url : undefined;
    const gone = (): void => terminal.note("The target does not answer; the next run starts when it is back.\n");
    const occasion = await nextOccasion({ ...(url !== undefined && { url }), paths, input: process.stdin, gone });
    if (occasion === "end") return code;
    if (occasion === "everything" || failed.length === 0 || failed.length > MOST) {
      code = await whole();
      continue;
    }
    code = await some(failed);
    tell(terminal, last, failed);
    if (standing.failed.length > 0 || code === 4) continue;
    const touched = standing.touchedBy(failed).slice(0, MOST);
    terminal.note(`The failed checks hold now; ${touched.length} related checks follow.\n`);
    code = await some(touched);
    tell(terminal, last, touched);
  }
}

/** The same flags for a round with a folder of its own, whose result is printed here. */
const inRound = (given: Given): Given => ({
  ...given,
  has: (name) => name === "quiet" || given.has(name),
  one: (name) => (name === "out" ? join(given.one("out") ?? "reports/latest", ROUND) : given.one(name)),
});

function tell(terminal: Terminal, report: Report | undefined, checks: readonly string[]): void {
  if (report === undefined) return;
  if (report.outcome === "unreachable") return void terminal.out(`${report.reason}\n`);
  const failing = failedChecks(report);
  const held = checks.filter((check) => !failing.includes(check)).length;
  const text = renderCauses(report, { colour: terminal.colour });
  terminal.out(
    `${text === "" ? "" : `${text}\n`}${held} of ${checks.length} checks hold, in ${(report.run.milliseconds / 1_000).toFixed(1)} s\n`,
  );
}

const hintFor = (failed: number): string =>
  failed === 0
    ? "Nothing is broken. Enter or a: run everything again; q: quit."
    : `${failed} broken. Enter: run these again; a: run everything; q: quit. They also run when the target comes back or a --watch-path changes.`;
