import { type Fields, fieldsOf } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { GENTLY as GENTLE_QUERY } from "../../writes/backup-policies.ts";

/** A query that makes an update leave the schedules of clusters alone. */
export const GENTLY = { query: GENTLE_QUERY };

/** The policy of the project in the form of a request; the run restores it when the story ends. */
export const remembersPolicy = async (story: Story): Promise<Fields> =>
  fieldsOf(await story.records.restorableState("updateBackupCompliancePolicy"));
