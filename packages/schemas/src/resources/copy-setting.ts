import { array, boolean, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { PROVIDER_CODES, recordId } from "../vocabulary.ts";
import { copyFrequency } from "./backup-frequency.ts";

/**
 * The description does not give the form of ids of a cluster's parts: ids like those of records are drawn, and others
 * are valid too.
 */
const partId = string({ "x-suggested": recordId });

const place = {
  cloudProvider: string({ "x-known-values": PROVIDER_CODES, examples: ["PROVIDER_A"] }),
  regionName: string({ examples: ["US_EAST_1"] }),
  replicationSpecId: partId,
};

/** Which backups are copied to one other region. */
export const copySetting = object(
  {},
  { ...place, frequencies: array(copyFrequency), shouldCopyOplogs: boolean({ examples: [false] }) },
  { title: "CopySetting" },
);
/** Where snapshots of a schedule are copied, and which ones. */
export type CopySetting = Static<typeof copySetting>;

/** A region whose copies an update deletes, by part of the cluster. */
export const deletedCopy = object({}, { ...place, zoneId: partId }, { title: "DeletedCopy" });

/** A value that `deletedCopy` accepts. */
export type DeletedCopy = Static<typeof deletedCopy>;
