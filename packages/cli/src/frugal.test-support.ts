import { WRITES } from "@plumbline/conformance";
import type { Report } from "@plumbline/report";

const KINDS = new Map<string, string>(Object.entries(WRITES).map(([id, { effect }]) => [id, effect.kind]));

/**
 * Limit of requests of a full run, which has grown by these parts:
 * - 8,803 before bystanders were watched and versions compared, and 6 % more for these;
 * - 130 for consecutive writes and for names;
 * - 460 for telling values, positive controls, and pages without a count;
 * - 30 for records that end, return, or have the name of another;
 * - 380 for bodies of other kinds, members of other types, and times;
 * - 380 for callers and credentials;
 * - 390 for every two parameters of a list, and for records that are created again or side by side;
 * - 80 for indexes read by nearly the same names, two snapshots next to each other, and a cluster in two lists;
 * - 160 for simultaneous and successive simulations, a second enabling, and exports from the run's own cluster;
 * - 120 for the records of a second project, for filters, names and lists of search indexes, and for two snapshots at
 *   once;
 * - 90 for two acknowledged alerts, several outage filters, and clusters of one name in two projects;
 * - 90 for namesakes of an index in the order of their creation, and for compared writes that change what they address;
 * - 60 for connections that stay open to nobody, writes with another project's key, and updates without enabled;
 * - 40 for projects that a key reaches, and for later looks at cancelled jobs, deleted indexes and lists of snapshots;
 * - 40 for acknowledgements in the list of alerts, and for namesakes of an index that a write addresses by its id;
 * - 100 for what refused creates leave, the ends of two simulations, snapshots of two clusters, short keys, and comments
 *   alone.
 *   On a busy machine, a run polls up to 40 times more.
 */
export const MOST_REQUESTS = 12_280;

export type Limits = Readonly<Record<string, number>>;

/** How many records a full run leaves behind, by the operation that creates them. */
export const STAYING: Limits = {
  createCluster: 5,
  createRestoreJob: 11,
  createServerlessRestoreJob: 2,
  createMigration: 4,
  validateMigration: 4,
  createCloudAccessRole: 4,
  createExportJob: 3,
};

/** How many records a run has left, by the operation that created them. */
export function stayingIn({ changes }: Report): Limits {
  const counts: Record<string, number> = {};
  for (const { operation, state } of changes ?? [])
    if (KINDS.get(operation) === "makes" && state !== "removed") counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

export const count = ({ verdicts }: Report, outcome: string): number =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length;
