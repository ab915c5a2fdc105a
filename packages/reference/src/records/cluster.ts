import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";
import type { Tier } from "./tier.ts";

export interface Host {
  readonly name: string;
  readonly address: string;
}

export interface Cluster extends StoredRecord {
  readonly name: string;
  readonly tier: Tier;
  readonly engineVersion: string;
  readonly replicaSetName: string;
  readonly hosts: readonly Host[];
  /** Clouds that it spans: version 1.0 makes and lists those of one. */
  readonly providers: readonly string[];
  readonly diskSizeGB: number;
  /** What was asked for and what came of itself: members of the cluster resource, in neutral words. */
  readonly settings: Fields;
  /** A private end point of the provider. */
  readonly endpointId?: string;
}
