import { array, boolean, integer, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { int64, otherId } from "../vocabulary.ts";
import { migrationHost } from "./migration-input.ts";

/** A deployment outside the service. Its sizes are open, because the description gives them no type. */
export const migratableDeployment = object(
  {},
  {
    agentVersion: string({ examples: ["13.24.0.9113"] }),
    clusterId: string({ examples: ["32b6e34b3d91647abb20e7b8"] }),
    dbSizeBytes: open(int64({ examples: [1_048_576] })),
    engineVersion: string({ examples: ["7.0.14"] }),
    featureCompatibilityVersion: string({ examples: ["7.0"] }),
    managed: boolean({ examples: [true] }),
    name: string({ examples: ["deployment0"] }),
    oplogSizeMB: open(int64({ examples: [990] })),
    sharded: boolean({ examples: [false] }),
    shardsSize: open(integer({ examples: [1] })),
    tlsEnabled: boolean({ examples: [true] }),
  },
  { title: "MigratableDeployment" },
);
/** A deployment of the source that can be migrated. */
export type MigratableDeployment = Static<typeof migratableDeployment>;

/** A project of the linked source whose deployments can be migrated. */
export const migratableProject = object(
  { projectId: otherId },
  {
    deployments: array(migratableDeployment),
    migrationHosts: array(migrationHost),
    name: string({ examples: ["Project0"] }),
  },
  { title: "MigratableProject" },
);
/** A value that `migratableProject` accepts. */
export type MigratableProject = Static<typeof migratableProject>;
