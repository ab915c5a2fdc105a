import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Report, type RunLine, runLineOf } from "@plumbline/report";
import { isMachineFault, machineFaultInWords } from "../files/machine-fault.ts";
import { readReport, readVerdicts } from "../output/read-report.ts";
import { UsageError } from "../usage-error.ts";

/** How many runs are shown, because reading a report takes a moment. */
const SHOWN = 60;

/** The reports in the subfolders of one folder, by the names of these. */
export class EarlierRuns {
  readonly #folder: string;
  readonly #lines = new Map<string, { readonly written: number; readonly line: RunLine | undefined }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The newest run comes first. Folders without a report of this version are left out. */
  get lines(): readonly RunLine[] {
    return this.#found()
      .flatMap((id) => this.#lineOf(id) ?? [])
      .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  }

  /** @throws UsageError when there is no report of that name. */
  read(id: string): Report {
    if (!this.#found().includes(id)) throw new UsageError(`there is no run "${id}" in ${this.#folder}`);
    return readReport(join(this.#folder, id));
  }

  #found(): readonly string[] {
    return this.#entries()
      .filter((one) => one.isDirectory())
      .map(({ name }) => ({ name, written: this.#written(name) }))
      .filter(({ written }) => written > 0)
      .toSorted((one, other) => other.written - one.written)
      .slice(0, SHOWN)
      .map(({ name }) => name);
  }

  /** Before the first run, there is no folder. */
  #entries(): readonly Dirent[] {
    try {
      return readdirSync(this.#folder, { withFileTypes: true });
    } catch (error) {
      if (!isMachineFault(error)) throw error;
      if (error.code === "ENOENT") return [];
      throw new UsageError(`${this.#folder} cannot be read: ${machineFaultInWords(error)}`);
    }
  }

  #lineOf(id: string): RunLine | undefined {
    const written = this.#written(id);
    const known = this.#lines.get(id);
    if (known?.written === written) return known.line;
    const line = this.#readLine(id);
    this.#lines.set(id, { written, line });
    return line;
  }

  #readLine(id: string): RunLine | undefined {
    try {
      return runLineOf(id, readVerdicts(join(this.#folder, id)));
    } catch (error) {
      if (error instanceof UsageError) return undefined;
      throw error;
    }
  }

  #written(id: string): number {
    return statSync(join(this.#folder, id, "report.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}
