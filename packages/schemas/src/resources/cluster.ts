import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { dateTime, recordId } from "../vocabulary.ts";
import { clusterSettings } from "./cluster-settings.ts";
import { connectionStrings } from "./connection-strings.ts";

const standardUri = "engine://cluster0-shard-00-00.abcde.example.net:27017";

/** A cluster in the list of its project: its settings, and the members that the service adds. */
export const cluster = object(
  { id: recordId },
  {
    ...clusterSettings,
    connectionStrings,
    createDate: dateTime,
    engineURI: string({ examples: [standardUri] }),
    engineURIUpdated: dateTime,
    engineURIWithOptions: string({ examples: [`${standardUri}/?replicaSet=cluster0-shard-0`] }),
    featureCompatibilityVersionExpirationDate: dateTime,
    groupId: recordId,
    srvAddress: string({ examples: ["engine+srv://cluster0.abcde.example.net"] }),
    stateName: string({
      "x-known-values": ["IDLE", "CREATING", "UPDATING", "DELETING", "REPAIRING"],
      examples: ["IDLE"],
    }),
  },
  { title: "Cluster" },
);
/** A cluster in the list of its project. */
export type Cluster = Static<typeof cluster>;
