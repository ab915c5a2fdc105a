import type { Attempt } from "../records/attempt.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";
import type { RecordStores } from "./record-stores.ts";

/**
 * The state of the server, with neutral names. Times are milliseconds since the epoch and become text only in answers.
 */
export interface State extends RecordStores {
  readonly organizations: Map<string, Organization>;
  readonly projects: Map<string, Project>;
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  /** Returns a record id that no record has. */
  newId(): string;
}

/** The cluster with this name. Cluster names are unique in a project. */
export function clusterNamed(state: State, groupId: string, name: string | undefined): Cluster | undefined {
  return state.clusters.list(groupId).find((cluster) => cluster.name === name);
}
