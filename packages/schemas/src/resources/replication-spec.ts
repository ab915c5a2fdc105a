import { integer, mapOf, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { int32, recordId } from "../vocabulary.ts";

/** The numbers of nodes of each kind in one region, and its priority in elections. */
export const regionNodes = object(
  {},
  {
    analyticsNodes: integer({ examples: [0] }),
    electableNodes: integer({ examples: [3] }),
    priority: integer({ examples: [7] }),
    readOnlyNodes: integer({ examples: [0] }),
  },
  { title: "RegionNodes" },
);
/** The nodes of one region. */
export type RegionNodes = Static<typeof regionNodes>;

const oneRegion = { US_EAST_1: { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 } };

/** Nodes by region name: the whole layout of a cluster without zones. */
export const regionsConfig = mapOf(regionNodes, { title: "RegionsConfig", examples: [oneRegion] });

/** Regions of a zone by name. */
export type RegionsConfig = Static<typeof regionsConfig>;

/**
 * The layout of one zone. The description does not show the form of its id; only a GEOSHARDED cluster has several
 * zones.
 */
export const replicationSpec = object(
  {},
  {
    id: open(recordId),
    numShards: int32({ ...LIMITS.numShards, examples: [1] }),
    regionsConfig,
    zoneName: string({ examples: ["Zone 1"] }),
  },
  { title: "ReplicationSpec" },
);
/** A value that `replicationSpec` accepts. */
export type ReplicationSpec = Static<typeof replicationSpec>;
