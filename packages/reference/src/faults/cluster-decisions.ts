import type { Behaviour } from "../decisions/behaviour.ts";
import type { ClusterBehaviour } from "../rules/clusters.ts";

/** Replaces some decisions about clusters. */
export const decides =
  (change: (honest: ClusterBehaviour) => Partial<ClusterBehaviour>) =>
  ({ clusters }: Behaviour): Partial<Behaviour> => ({ clusters: { ...clusters, ...change(clusters) } });
