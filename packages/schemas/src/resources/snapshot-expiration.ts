import { object, oneOfValues } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { int32 } from "../vocabulary.ts";

/** Units of an expiration, in upper case, unlike those of policy items. */
export const RETENTION_UNITS = ["DAYS", "WEEKS", "MONTHS", "YEARS"] as const;

/** The unit of an expiration. */
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

/** The body that changes a snapshot's expiration. The description gives no bounds; values from 1 are drawn. */
export const snapshotExpiration = object(
  {
    retentionUnit: oneOfValues(RETENTION_UNITS),
    retentionValue: int32({ "x-suggested": int32({ minimum: 1, maximum: 365, examples: [7] }) }),
  },
  {},
  { title: "SnapshotExpiration" },
);
/** A value that `snapshotExpiration` accepts. */
export type SnapshotExpiration = Static<typeof snapshotExpiration>;
