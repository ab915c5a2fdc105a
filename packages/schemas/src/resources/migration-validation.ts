import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { otherId, recordId } from "../vocabulary.ts";

/** The outcome, once there is one, of trying what a migration needs. */
export const migrationValidation = object(
  { _id: recordId },
  {
    errorMessage: string({ examples: ["Insufficient disk space on the destination."] }),
    groupId: recordId,
    sourceGroupId: otherId,
    status: string({ "x-known-values": ["PENDING", "SUCCESS", "FAILED"], examples: ["PENDING"] }),
  },
  { title: "MigrationValidation" },
);
/** What came of validating a migration, as an answer shows it. */
export type MigrationValidation = Static<typeof migrationValidation>;
