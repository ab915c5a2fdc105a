import type { Tier } from "../rules/tiers.ts";
import type { Shelves } from "./shelves.ts";

/*
 * What the server remembers. Moments are milliseconds since the epoch here and become text only in answers; names are
 * the neutral ones.
 */

export interface Organization {
  readonly id: string;
  readonly name: string;
}
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
}

export const SHARED_TIERS = ["M0", "M2", "M5"] as const;

export interface Host {
  readonly name: string;
  readonly address: string;
}
export interface Cluster {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
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

/** One authentication attempt against a cluster. */
export interface Attempt {
  readonly at: number;
  readonly authResult: boolean;
  readonly authSource: string;
  readonly failureReason?: string;
  readonly groupId: string;
  readonly clusterName: string;
  readonly hostname: string;
  readonly ipAddress: string;
  readonly username: string;
}

/** A JSON object of which only some members have a meaning here. */
export type Fields = Readonly<Record<string, unknown>>;

export interface StoredConfig {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
  readonly updated: number;
  readonly enabled: boolean;
  readonly eventTypeName: string;
  readonly matchers: readonly Fields[];
  readonly notifications: readonly Fields[];
}

export interface StoredAlert {
  readonly id: string;
  readonly groupId: string;
  readonly orgId: string;
  readonly alertConfigId: string;
  readonly eventTypeName: string;
  readonly status: "OPEN" | "TRACKING" | "CLOSED";
  readonly created: number;
  readonly updated: number;
  readonly lastNotified?: number;
  readonly resolved?: number;
  readonly acknowledgedUntil?: number;
  readonly acknowledgementComment?: string;
  readonly acknowledgingUsername?: string;
}

export interface State extends Shelves {
  readonly organizations: ReadonlyMap<string, Organization>;
  readonly projects: ReadonlyMap<string, Project>;
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  /** A record id that no record has. */
  newId(): string;
}

/** Cluster names are unique in a project. */
export function clusterNamed(state: State, groupId: string, name: string | undefined): Cluster | undefined {
  return state.clusters.list(groupId).find((cluster) => cluster.name === name);
}
