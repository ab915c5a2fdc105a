import type { Fields } from "./fields.ts";
import type { StoredRecord } from "./stored-record.ts";
import type { Tier } from "./tier.ts";

/** A node of a cluster; access history finds it by its name or by its address. */
export interface Host {
  readonly name: string;
  readonly address: string;
}

/** A cluster of a project, present or removed; backups of a removed cluster can remain. */
export interface Cluster extends StoredRecord {
  readonly name: string;
  readonly tier: Tier;
  readonly engineVersion: string;
  readonly replicaSetName: string;
  readonly hosts: readonly Host[];
  /** The clouds that it spans; version 1.0 creates and lists only clusters with one. */
  readonly providers: readonly string[];
  readonly diskSizeGB: number;
  /** Members of the cluster resource with neutral names: those of the request, and defaults for the others. */
  readonly settings: Fields;
  /** A private endpoint of the provider. */
  readonly endpointId?: string;
}
