import { WRITES } from "@plumbline/conformance";
import type { Report } from "@plumbline/report";

const KINDS = new Map<string, string>(Object.entries(WRITES).map(([id, { effect }]) => [id, effect.kind]));

/**
 * What a full run may cost a target: 8,803 requests before bystanders were watched and versions compared, 6 % more for that,
 * 130 requests for writes in turn and for names, 460 for telling values, twins and pages without a count, 30 for what
 * ends, comes back or has the name of another, 380 for bodies of other kinds, for members of other types, and for moments,
 * 380 for callers and credentials, 390 for every two parameters of a list, and for records that are made again or side by
 * side, 80 for indexes read by nearly the same names, two snapshots beside each other and what two lists tell of a cluster,
 * 160 for simulations beside and after one another, a second enabling, and a cluster of the run's own that exports, and 120
 * for what one project beside the known one holds, for filters, names and lists of search indexes, and for two snapshots at once.
 */
export const MOST_REQUESTS = 11_760;

export type Limits = Readonly<Record<string, number>>;

/** What a full run leaves behind. */
export const STAYING: Limits = {
  createCluster: 5,
  createRestoreJob: 11,
  createServerlessRestoreJob: 2,
  createMigration: 4,
  validateMigration: 4,
  createCloudAccessRole: 4,
  createExportJob: 3,
};

/** Records that a run has left, by the create that made them. */
export function stayingIn({ changes }: Report): Limits {
  const counts: Record<string, number> = {};
  for (const { operation, state } of changes ?? [])
    if (KINDS.get(operation) === "makes" && state !== "removed") counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

export const count = ({ verdicts }: Report, outcome: string): number =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length;
