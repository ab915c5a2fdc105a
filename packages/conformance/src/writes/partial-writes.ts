import type { OperationId, WriteId } from "@plumbline/schemas";

/** A write that changes only the members that it states. */
export interface PartialWrite {
  readonly requirement: string;
  readonly write: WriteId;
  /** The read that shows the record, at the same path. */
  readonly read: OperationId;
  /**
   * A check judges only requests that state no other members than these, because these do not affect any other member.
   */
  readonly states: readonly string[];
  /** Members that change with every write, or by themselves. */
  readonly moves: readonly string[];
  /** Several records or several writes must show a change before the server counts as its cause, not another client. */
  readonly seenOn: "records" | "writes";
}

/** The writes that the description calls partial. */
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

/** The members that a partial write may state, and those that change anyway. */
export const partialWrite = (write: OperationId): Pick<PartialWrite, "states" | "moves"> | undefined =>
  PARTIAL.find((one) => one.write === write);
