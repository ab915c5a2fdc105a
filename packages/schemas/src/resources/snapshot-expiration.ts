import { object, oneOfValues } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { int32 } from "../vocabulary.ts";

/** Units of an expiration: capitals, other than the small letters of policy items. */
export const RETENTION_UNITS = ["DAYS", "WEEKS", "MONTHS", "YEARS"] as const;

/** The units in which an expiration is said. */
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

/** The body that moves a snapshot's expiration. No bounds are given; from one up is drawn. */
export const snapshotExpiration = object(
  {
    retentionUnit: oneOfValues(RETENTION_UNITS),
    retentionValue: int32({ "x-suggested": int32({ minimum: 1, maximum: 365, examples: [7] }) }),
  },
  {},
  { title: "SnapshotExpiration" },
);
/** What `snapshotExpiration` accepts. */
export type SnapshotExpiration = Static<typeof snapshotExpiration>;
