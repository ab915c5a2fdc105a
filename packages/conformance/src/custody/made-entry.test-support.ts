import { alertConfigWrites } from "../writes/alert-configs.ts";
import type { MadeEntry } from "./entry.ts";

export const GROUP = "32b6e34b3d91647abb20e7b8";
export const RECORD = "32b6e34b3d91647abb20e7b9";

/** The entry of an alert configuration that a run requested with its mark. */
export function madeEntry(change: Partial<MadeEntry> = {}): MadeEntry {
  const { effect } = alertConfigWrites.createAlertConfig;
  const path = { groupId: GROUP };
  return {
    kind: "made",
    number: 0,
    by: "A",
    operation: "createAlertConfig",
    version: "2",
    path,
    effect,
    marked: true,
    sent: undefined,
    listedAt: {},
    id: RECORD,
    noted: true,
    ...change,
  };
}

/** The record as the target shows it, with this mark. */
export const recordWith = (mark: string) => ({
  id: RECORD,
  notifications: [{ typeName: "EMAIL", emailAddress: `${mark}@example.com` }],
});
