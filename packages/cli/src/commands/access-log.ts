import { closeSync, writeFileSync } from "node:fs";
import type { AccessEntry, NotificationEntry } from "@plumbline/reference";
import { isMachineFault, machineFaultInWords } from "../files/machine-fault.ts";
import { openOwnFile } from "../files/own-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The log of a served reference: one line per request and notification. */
export interface AccessLog {
  request(entry: AccessEntry): void;
  notification(entry: NotificationEntry): void;
  close(): void;
}

/**
 * Opens the log of `serve`: a file to append to, standard output for `-`, and standard error when no place is given, or
 * nothing with `quiet`.
 * @throws UsageError when the file cannot be written.
 */
export function openAccessLog(place: string | undefined, quiet: boolean, terminal: Terminal): AccessLog {
  const { write, close } = writer(place, quiet, terminal);
  return {
    request: ({ at, method, target, status, milliseconds, operation, error }) => {
      write(
        `${stamp(at)} ${method} ${printable(target)} ${status} ${milliseconds.toFixed(1)} ms ${operation ?? "-"}\n`,
      );
      // A 500 is a defect of this program, and a report of it needs the stack.
      if (error !== undefined) terminal.note(`${error instanceof Error ? error.stack : String(error)}\n`);
    },
    notification: ({ at, alertId, typeName, status, problem }) =>
      write(`${stamp(at)} notification ${typeName} of alert ${alertId} ${status ?? `not delivered: ${problem}`}\n`),
    close,
  };
}

interface Writer {
  readonly write: (line: string) => void;
  readonly close: () => void;
}

function writer(place: string | undefined, quiet: boolean, terminal: Terminal): Writer {
  if (place === "-") return { write: (line) => terminal.out(line), close: () => {} };
  if (place !== undefined) return fileWriter(place, terminal);
  return { write: quiet ? () => {} : (line) => terminal.note(line), close: () => {} };
}

/** Each line is written before its answer is sent, so that the log has every answered request. */
function fileWriter(file: string, terminal: Terminal): Writer {
  try {
    const descriptor = openOwnFile(file, { append: true, mode: 0o600 });
    let isFailed = false;
    const write = (line: string): void => {
      if (isFailed) return;
      try {
        writeFileSync(descriptor, line);
      } catch (error) {
        if (!isMachineFault(error)) throw error;
        isFailed = true;
        terminal.note(`plumbline: ${file} ends here: ${machineFaultInWords(error)}\n`);
      }
    };
    return { write, close: () => closeSync(descriptor) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `--access-log cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const stamp = (at: number): string => new Date(at).toISOString();

/** The caller chooses the request target: no character of it may end the line or control the terminal. */
function printable(target: string): string {
  return target.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character).toLowerCase());
}
