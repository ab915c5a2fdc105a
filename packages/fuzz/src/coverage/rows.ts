import type { CoverageRow } from "@plumbline/report";
import type { Coverage } from "./coverage.ts";

/**
 * Coverage for a report: one row for all sides of a keyword with the same result, separately for valid and invalid
 * sides.
 */
export function coverageRows({ cells }: Pick<Coverage, "cells">): readonly CoverageRow[] {
  const rows = new Map<string, CoverageRow>();
  for (const { operation, version, location, pointer, keyword, aim, verdict, why } of cells) {
    const row: CoverageRow = {
      operation,
      version,
      location,
      pointer,
      keyword,
      side: aim === "refused" ? "outside" : "inside",
      verdict,
      ...(why === undefined ? {} : { whyNot: why }),
      cells: 1,
    };
    const key = JSON.stringify(row);
    rows.set(key, { ...row, cells: (rows.get(key)?.cells ?? 0) + 1 });
  }
  return [...rows.values()];
}
