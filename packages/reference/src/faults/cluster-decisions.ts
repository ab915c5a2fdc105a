import type { Behaviour } from "../decisions/behaviour.ts";
import type { ClusterBehaviour } from "../rules/clusters.ts";

/** Decides otherwise about clusters in some respects. */
export const decides =
  (change: (honest: ClusterBehaviour) => Partial<ClusterBehaviour>) =>
  ({ clusters }: Behaviour): Partial<Behaviour> => ({ clusters: { ...clusters, ...change(clusters) } });
