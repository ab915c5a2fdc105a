import { withheldAdvice } from "@plumbline/conformance";
import type { Given } from "../flags.ts";
import type { FormatName } from "../output/formats.ts";
import { onInterrupt } from "../output/interrupt.ts";
import { type RunFiles, runFiles } from "../output/run-files.ts";
import { knock } from "../targets/knock.ts";
import { openTarget } from "../targets/open-target.ts";
import type { OpenedTarget } from "../targets/opened-target.ts";
import { waitForTarget } from "../targets/wait-for-target.ts";
import { inWords } from "../targets/wrong-address.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The context of a command that sends requests: the target, its files and an abort signal. */
export interface Running {
  readonly opened: OpenedTarget;
  readonly files: RunFiles;
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
}

/** The folder and formats of a run, and a signal that may stop it besides the user's interrupt. */
export interface RunPlace {
  readonly folder: string;
  readonly formats: readonly FormatName[];
  readonly stop?: AbortSignal | undefined;
  /** The run continues when the journal can no longer be written, because it sends no requests of its own. */
  readonly goesOn?: true;
}

/** Opens the target, prepares the folder and does the work; closes the target even when the work fails. */
export async function inRun<T>(
  given: Given,
  terminal: Terminal,
  { folder, formats, stop, goesOn }: RunPlace,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const opened = await openTarget(given, terminal);
  const held = withheldAdvice(opened.target);
  if (held !== undefined && !given.has("quiet")) terminal.note(`plumbline: ${held}\n`);
  const failed = new AbortController();
  const interrupt = onInterrupt(terminal, stop === undefined ? failed.signal : AbortSignal.any([stop, failed.signal]));
  const onFailure = (failure: string): void => {
    terminal.note(`\nplumbline: ${failure}\n${goesOn ? GOES_ON : ENDS}\n`);
    if (!goesOn) failed.abort();
  };
  let files: RunFiles | undefined;
  try {
    if (!goesOn) await expectInterface(opened, given, terminal, interrupt.signal);
    files = runFiles(folder, formats, onFailure);
    return await work({ opened, files, signal: interrupt.signal });
  } finally {
    files?.release();
    interrupt.release();
    await opened.close();
  }
}

/**
 * Waits for the target if a flag asks for that, then checks that its address serves the interface.
 * @throws UsageError when it does not; then the run judges nothing.
 */
async function expectInterface(
  opened: OpenedTarget,
  given: Given,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  if (opened.target.kind !== "url") return;
  const seconds = given.integer("wait-for-target", 1);
  if (seconds !== undefined)
    await waitForTarget(opened, { seconds, signal, note: (text) => void (given.has("quiet") || terminal.note(text)) });
  const wrong = await knock(opened, signal);
  if (wrong !== undefined) throw new UsageError(`${inWords(wrong, opened.target)}. The run tested nothing.`);
}

const ENDS = "The run ends: it sends no further write, deletes what it created and restores what it changed.";
const GOES_ON = "The proxy keeps judging answers, and writes the report at the end if there is room then.";
