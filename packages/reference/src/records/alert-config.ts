import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** An alert configuration of a project, with the keys of its notification targets unmasked. */
export interface StoredConfig extends StoredRecord {
  readonly updated: number;
  readonly enabled: boolean;
  readonly eventTypeName: string;
  readonly matchers: readonly Fields[];
  readonly notifications: readonly Fields[];
}
