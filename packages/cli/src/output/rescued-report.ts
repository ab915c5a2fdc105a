import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@plumbline/report";
import { isMachineFault } from "../files/machine-fault.ts";
import { UsageError } from "../usage-error.ts";
import { writeReport } from "./report-folder.ts";

/** Writes `report.json` to a new temporary folder. Returns its path, or `undefined` when that fails too. */
export function rescuedReport(report: Report): string | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "plumbline-report-"));
    return writeReport(folder, ["json"], report)["json"];
  } catch (error) {
    if (!(error instanceof UsageError) && !isMachineFault(error)) throw error;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
