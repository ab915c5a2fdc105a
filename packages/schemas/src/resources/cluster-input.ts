import { number, object, open } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { clusterSettings, diskSizeGB } from "./cluster-settings.ts";

/*
 * A size below the minimum is raised, not refused, so the schema has no lower bound. Nothing says whether that applies
 * to zero and negative sizes: they are not drawn, and servers may treat them in any way.
 */
const requestedDiskSizeGB = { ...diskSizeGB, "x-suggested": number({ ...diskSizeGB, minimum: 1 }) };

/*
 * The description lists only examples of read-only members, and the service sets these by itself. Nothing says whether
 * a body may contain them, so servers may treat them in any way.
 */
const perhapsReadOnly = {
  configServerType: open(clusterSettings.configServerType),
  engineVersion: open(clusterSettings.engineVersion),
  featureCompatibilityVersion: open(clusterSettings.featureCompatibilityVersion),
};

/**
 * The body of create: every member that is not read-only, none of them required. Read-only members are left out instead
 * of forbidden, because the description does not show what servers do with them.
 */
export const clusterInput = object(
  {},
  { ...clusterSettings, ...perhapsReadOnly, diskSizeGB: requestedDiskSizeGB },
  { title: "ClusterInput", dependentRequired: { replicationSpecs: ["diskSizeGB"] } },
);
/** The body that creates a cluster, without read-only members. */
export type ClusterInput = Static<typeof clusterInput>;
