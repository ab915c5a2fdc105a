import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type CallResult, type Client, createClient } from "@plumbline/client";
import type { Reference } from "@plumbline/reference";

/** Another client that works in the project under test. */
export interface Neighbour {
  /** Ends the work, and returns how many writes were accepted. */
  stop(): Promise<number>;
}

/** Milliseconds between two writes: several happen within any check that reads twice. */
const PAUSE = 10;

const CONFIGURATION = {
  enabled: false,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: { metricName: "ASSERT_REGULAR", mode: "AVERAGE", operator: "LESS_THAN", threshold: 7, units: "RAW" },
  notifications: [{ typeName: "GROUP", intervalMin: 5, delayMin: 0, emailEnabled: true }],
} as const;

/**
 * Starts another client of the same project, which creates, changes and deletes records of its own, and deletes the
 * rest at the end. It ignores refusals, because two clients may be in each other's way.
 */
export function startNeighbour({ url, profile, keys, world }: Reference): Neighbour {
  const client = createClient({ baseUrl: url, profile, credential: keys.all, version: "1.0" });
  const { deeds, remainder } = deedsOf(client, world);
  let writes = 0;
  let goesOn = true;
  const attempt = async (write: () => Promise<unknown>): Promise<void> => {
    try {
      await write();
      writes += 1;
    } catch {
      // The write was refused, or the server is closing.
    }
  };
  const work = async (): Promise<void> => {
    for (let turn = 0; goesOn; turn += 1) {
      await attempt(deeds[turn % deeds.length] ?? deeds[0]);
      await pause(PAUSE);
    }
    for (let next = remainder(); next !== undefined; next = remainder()) await attempt(next);
  };
  const working = work();
  return {
    stop: async () => {
      goesOn = false;
      await working;
      client.close();
      return writes;
    },
  };
}

/** A request of the neighbour. */
type Deed = () => Promise<unknown>;

/** What a neighbour does in turn, and what is left for it to delete. */
function deedsOf(
  client: Client,
  world: Reference["world"],
): { readonly deeds: readonly [Deed, ...Deed[]]; readonly remainder: () => Deed | undefined } {
  const own = { groupId: world.projectId };
  const configurations: string[] = [];
  const buckets: string[] = [];
  const createConfiguration = async (): Promise<void> => {
    configurations.push(idOf(await client.call("createAlertConfig", { path: own, body: CONFIGURATION })));
  };
  const createBucket = async (): Promise<void> => {
    const body = {
      bucketName: `neighbour-${randomInt(1e9)}`,
      cloudProvider: "PROVIDER_A",
      iamRoleId: world.accessRoleIds[0] ?? "",
    };
    buckets.push(idOf(await client.call("createExportBucket", { path: own, body })));
  };
  const deleteConfiguration = async (): Promise<void> => {
    const alertConfigId = configurations.shift();
    if (alertConfigId) await client.call("deleteAlertConfig", { path: { ...own, alertConfigId } });
  };
  const deleteBucket = async (): Promise<void> => {
    const exportBucketId = buckets.shift();
    if (exportBucketId) await client.call("deleteExportBucket", { path: { ...own, exportBucketId } });
  };
  const deeds: readonly [Deed, ...Deed[]] = [
    createConfiguration,
    async () => {
      const alertConfigId = configurations[0];
      if (alertConfigId)
        await client.call("setAlertConfigEnabled", { path: { ...own, alertConfigId }, body: { enabled: true } });
    },
    () => client.call("acknowledgeAlert", { path: { ...own, alertId: world.alertIds.at(-1) ?? "" }, body: {} }),
    createBucket,
    deleteConfiguration,
    () =>
      client.call("takeSnapshot", {
        path: { ...own, clusterName: world.clusterName },
        body: { description: "neighbour", retentionInDays: 1 },
      }),
    deleteBucket,
    createConfiguration,
    deleteConfiguration,
  ];
  const remainder = (): Deed | undefined =>
    configurations.length > 0 ? deleteConfiguration : buckets.length > 0 ? deleteBucket : undefined;
  return { deeds, remainder };
}

function idOf({ value }: CallResult): string {
  const record = Object(value);
  return String(record.id ?? record._id);
}
