import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { otherId, recordId } from "../vocabulary.ts";

/** The result of checking the prerequisites of a migration, once there is one. */
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
/** The validation of a migration in an answer. */
export type MigrationValidation = Static<typeof migrationValidation>;
