import { array, integer, object, open, string } from "../build.ts";
import { clusterSettings } from "./cluster-settings.ts";
import { providerName } from "./provider-settings.ts";

/**
 * Leaves out members of which only public material says where version 2 has them, if at all: each region of a part has
 * its own hardware.
 */
const {
  autoScaling: _autoScaling,
  diskSizeGB: _diskSizeGB,
  numShards: _numShards,
  providerBackupEnabled: _providerBackupEnabled,
  providerSettings: _providerSettings,
  replicationFactor: _replicationFactor,
  replicationSpec: _replicationSpec,
  replicationSpecs: _replicationSpecs,
  ...shared
} = clusterSettings;

const regionConfig = object(
  {},
  {
    electableSpecs: object({}, { instanceSize: string({ examples: ["M10"] }), nodeCount: integer({ examples: [3] }) }),
    priority: integer({ examples: [7] }),
    providerName,
    regionName: string({ examples: ["US_EAST_1"] }),
  },
);

/**
 * The body of create in version 2 of targets that have it there: a cluster may span providers, and size is only part of
 * `replicationSpecs`. The description shows the form of version 1.0 only, so this layout is suggested, never asserted.
 */
export const multiCloudClusterInput = object(
  {},
  {
    ...shared,
    replicationSpecs: open(
      array(object({}, { regionConfigs: array(regionConfig), zoneName: string({ examples: ["Zone 1"] }) })),
    ),
  },
  { title: "MultiCloudClusterInput" },
);
