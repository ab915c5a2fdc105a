import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A current or earlier definition of an index. */
export interface DefinitionVersion {
  readonly definition: Fields;
  readonly created: number;
  readonly version: number;
}

/** The three names that identify an index within its cluster, as version 2 addresses it in a path. */
export interface IndexNames {
  readonly database: string;
  readonly collectionName: string;
  readonly name: string;
}

/** A search index of a cluster. After a delete it stays for some seconds, with the time of the delete in `deleted`. */
export interface StoredIndex extends IndexNames, StoredRecord {
  /** The id, because a later cluster may have the same name. */
  readonly clusterId: string;
  readonly type: string;
  readonly latest: DefinitionVersion;
  /** The definition in use while the server builds the latest one. */
  readonly previous?: DefinitionVersion;
  readonly deleted?: number;
}
