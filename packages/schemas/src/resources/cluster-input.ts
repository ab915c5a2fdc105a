import { number, object, open } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { clusterSettings, diskSizeGB } from "./cluster-settings.ts";

/*
 * A size below the least one is raised, not refused, so the schema states no lower bound. Whether that holds for zero
 * and less is nobody's promise: such sizes are not drawn, and not held against a server either.
 */
const requestedDiskSizeGB = { ...diskSizeGB, "x-suggested": number({ ...diskSizeGB, minimum: 1 }) };

/*
 * The list of read-only members gives examples only, and the service sets these by itself: whether a body may state them
 * is nobody's promise either, so what stands in them is not held against a server.
 */
const perhapsReadOnly = {
  configServerType: open(clusterSettings.configServerType),
  engineVersion: open(clusterSettings.engineVersion),
  featureCompatibilityVersion: open(clusterSettings.featureCompatibilityVersion),
};

/**
 * The body of create: every member that is not read-only, and none required by itself. Read-only members are left
 * out rather than forbidden, because what a server does with them is not shown.
 */
export const clusterInput = object(
  {},
  { ...clusterSettings, ...perhapsReadOnly, diskSizeGB: requestedDiskSizeGB },
  { title: "ClusterInput", dependentRequired: { replicationSpecs: ["diskSizeGB"] } },
);
/** The body that creates a cluster: every member but the read-only ones. */
export type ClusterInput = Static<typeof clusterInput>;
