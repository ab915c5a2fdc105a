import { type Fields, fieldsOf } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { GENTLY as GENTLE_QUERY } from "../../writes/backup-policies.ts";

/** Keeps the schedules of clusters as they are. */
export const GENTLY = { query: GENTLE_QUERY };

/** The policy of the project as a request states it; it is put back when the story ends. */
export const remembersPolicy = async (story: Story): Promise<Fields> =>
  fieldsOf(await story.records.borrows("updateBackupCompliancePolicy"));
