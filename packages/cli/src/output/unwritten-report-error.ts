import { UsageError } from "../usage-error.ts";

/** Files of a report could not be written; `written` has the files that were, by format. */
export class UnwrittenReportError extends UsageError {
  readonly written: Readonly<Record<string, string>>;

  constructor(faults: readonly string[], written: Readonly<Record<string, string>>) {
    super(faults.join("\n"));
    this.written = written;
  }
}
