import type { BackupBehaviour } from "../rules/backup.ts";
import type { Fault } from "./fault.ts";

/** Decides otherwise about backups in some respects. */
export const decides =
  (change: (honest: BackupBehaviour) => Partial<BackupBehaviour>): Fault["change"] =>
  ({ backup }) => ({ backup: { ...backup, ...change(backup) } });
