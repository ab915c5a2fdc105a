import { open, string } from "../build.ts";
import type { Schema } from "../json-schema.ts";
import { dateTime, int64 } from "../vocabulary.ts";
import { frequencyType } from "./backup-frequency.ts";

const snapshotFrequency: Schema<string> = { ...frequencyType, examples: ["hourly"] };

/**
 * Members of snapshots of every kind in addition to the id. The sets are open; the description gives no type for the
 * size.
 */
export const snapshotMembers = {
  createdAt: dateTime,
  engineDaemonVersion: string({ examples: ["8.0.4"] }),
  expiresAt: dateTime,
  frequencyType: snapshotFrequency,
  snapshotType: string({ "x-known-values": ["onDemand", "scheduled"], examples: ["onDemand"] }),
  status: string({ "x-known-values": ["queued", "inProgress", "completed", "failed"], examples: ["queued"] }),
  storageSizeBytes: open(int64({ minimum: 0, examples: [1_048_576] })),
} as const;
