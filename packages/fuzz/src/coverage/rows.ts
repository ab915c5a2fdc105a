import type { CoverageRow } from "@plumbline/report";
import type { Coverage } from "./coverage.ts";

/** Coverage as a report shows it: one row for the sides of a keyword that came to the same, inside or outside of it. */
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
