import { number, object } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { clusterSettings, diskSizeGB } from "./cluster-settings.ts";

/*
 * A size below the least one is raised, not refused, so the schema states no lower bound. Whether that holds for zero
 * and less is nobody's promise: such sizes are not drawn, and not held against a server either.
 */
const requestedDiskSizeGB = { ...diskSizeGB, "x-suggested": number({ ...diskSizeGB, minimum: 1 }) };

/**
 * The body of create: every member that is not read-only, and none required by itself. Read-only members are left
 * out rather than forbidden, because what a server does with them is not shown.
 */
export const clusterInput = object(
  {},
  { ...clusterSettings, diskSizeGB: requestedDiskSizeGB },
  { title: "ClusterInput", dependentRequired: { replicationSpecs: ["diskSizeGB"] } },
);
export type ClusterInput = Static<typeof clusterInput>;
