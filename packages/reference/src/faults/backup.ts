import { jobFaults } from "./backup-jobs.ts";
import { complianceFaults } from "./compliance.ts";
import { bucketFaults } from "./export-buckets.ts";
import { layer } from "./fault.ts";

/** Mistakes in export buckets, compliance policies, export jobs and restore jobs. */
export const backupFaults = layer("backup", [...bucketFaults, ...complianceFaults, ...jobFaults]);
