import { array, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";

/** Addresses to scrape, each `host:port`, and the labels that identify their cluster. */
export const scrapeTarget = object(
  {
    targets: array(string({ examples: ["cluster0-shard-00-00.abcde.example.net:27018"] })),
    labels: object(
      {},
      {
        group_id: string({ examples: ["32b6e34b3d91647abb20e7b8"] }),
        group_name: string({ examples: ["Project0"] }),
        org_id: string({ examples: ["32b6e34b3d91647abb20e7b7"] }),
        cluster_name: string({ examples: ["Cluster0"] }),
        replica_set_name: string({ examples: ["cluster0-shard-0"] }),
      },
    ),
  },
  {},
  { title: "ScrapeTarget" },
);
/** Addresses of metrics, with the labels that they share. */
export type ScrapeTarget = Static<typeof scrapeTarget>;
