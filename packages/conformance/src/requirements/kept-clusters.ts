import { type Requirement, story } from "../requirement.ts";
import { clusterBody, HARDWARE, ZONE } from "../writes/clusters.ts";
import type { Fields } from "../writes/write.ts";
import { NO_STATE, ON_PROJECT } from "./backup-rules.ts";
import { createsAsDescribed, freshName as freshClusterName } from "./cluster-steps.ts";
import { keepsInTurn } from "./round-trip.ts";

/** Of a cluster that nothing removes, protection against removal would be one more thing to undo by hand. */
const CLUSTER: readonly Fields[] = [
  {
    tags: [
      { key: "by", value: "plumbline" },
      { key: "Straße", value: "東京 1" },
    ],
    labels: [{ key: "l", value: "1" }],
  },
  {
    paused: true,
    backupEnabled: true,
    providerBackupEnabled: true,
    biConnector: { enabled: true, readPreference: "SECONDARY" },
  },
  { clusterType: "SHARDED", numShards: 2, replicationSpecs: [{ ...ZONE, numShards: 2, zoneName: "Zone ä" }] },
  {
    diskSizeGB: 40,
    diskWarmingMode: "VISIBLE_EARLIER",
    replicaSetScalingStrategy: "SEQUENTIAL",
    configServerManagementMode: "FIXED_TO_DEDICATED",
    versionReleaseSystem: "CONTINUOUS",
    autoScaling: { compute: { enabled: false, scaleDownEnabled: false }, diskGBEnabled: false },
  },
];

/** The same in the members that are older, with what a cluster may grow to. */
const OLDER_CLUSTER: readonly Fields[] = [
  {
    replicationSpecs: undefined,
    replicationSpec: { US_EAST_1: { analyticsNodes: 1, electableNodes: 5, priority: 7, readOnlyNodes: 2 } },
    replicationFactor: 5,
  },
  {
    providerSettings: {
      ...HARDWARE,
      encryptEBSVolume: true,
      autoScaling: { compute: { maxInstanceSize: "M20", minInstanceSize: "M10" } },
    },
    autoScaling: { compute: { enabled: true, scaleDownEnabled: true }, diskGBEnabled: true },
  },
];

export const keptClusters: Requirement = story({
  id: "CLU-KEPT",
  level: "MUST",
  basis: "derived:D6",
  text: "What a cluster was created with is shown by the list of its project.",
  section: "Endpoints > Clusters (version 1.0)",
  stage: "state",
  risk: "irreversible",
  needs: ON_PROJECT,
  on: createsAsDescribed,
  mock: NO_STATE,
  requests: 20,
  tell: (told) => {
    const body = (members: Fields): Fields =>
      clusterBody(freshClusterName(), { providerSettings: { ...HARDWARE }, ...members });
    const trip = { operation: "createCluster", body } as const;
    return keepsInTurn(told, (turn) => ({ ...trip, groups: turn === 0 ? CLUSTER : OLDER_CLUSTER }));
  },
});
