import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** One definition that an index has or had. */
export interface DefinitionVersion {
  readonly definition: Fields;
  readonly created: number;
  readonly version: number;
}

export interface IndexNames {
  readonly database: string;
  readonly collectionName: string;
  readonly name: string;
}

export interface StoredIndex extends IndexNames, StoredRecord {
  /** Not its name, which a later cluster may have as well. */
  readonly clusterId: string;
  readonly type: string;
  readonly latest: DefinitionVersion;
  /** What is served while the latest definition is being built. */
  readonly previous?: DefinitionVersion;
  readonly deleted?: number;
}
