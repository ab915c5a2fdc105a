import type { OperationId, WriteId } from "@plumbline/schemas";

/** A write that changes what it states and leaves the rest of its record as it was. */
export interface PartialWrite {
  readonly requirement: string;
  readonly write: WriteId;
  /** Shows the record, at the same place. */
  readonly read: OperationId;
  /** Members that a request may state for it to be judged: they have no part in what others are. */
  readonly states: readonly string[];
  /** Members that move with a write, or by themselves. */
  readonly moves: readonly string[];
  /** What has to differ between the writes that show a change before that is the server's doing, and not somebody else's. */
  readonly seenOn: "records" | "writes";
}

/** Writes of which the description says so. */
export const PARTIAL: readonly PartialWrite[] = [
  {
    requirement: "ALC-TOGGLE-ONLY",
    write: "setAlertConfigEnabled",
    read: "getAlertConfig",
    states: ["enabled"],
    moves: ["updated"],
    seenOn: "records",
  },
  {
    requirement: "SCH-PARTIAL",
    write: "updateBackupSchedule",
    read: "getBackupSchedule",
    states: ["referenceHourOfDay", "referenceMinuteOfHour", "restoreWindowDays", "useOrgAndGroupNamesInExportPrefix"],
    moves: ["nextSnapshot"],
    seenOn: "writes",
  },
];

/** The members that a write may state so that the rest of its record stays, and those that move all the same. */
export const partialWrite = (write: OperationId): Pick<PartialWrite, "states" | "moves"> | undefined =>
  PARTIAL.find((one) => one.write === write);
