import type { BackupBehaviour } from "../rules/backup.ts";
import type { Fault } from "./fault.ts";

/** Replaces some decisions about backups. */
export const decides =
  (change: (honest: BackupBehaviour) => Partial<BackupBehaviour>): Fault["change"] =>
  ({ backup }) => ({ backup: { ...backup, ...change(backup) } });
