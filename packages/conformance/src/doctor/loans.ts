import type { Contract, OperationId, WriteId } from "@plumbline/schemas";
import { member } from "../ground/json.ts";
import { listIn, recordIn } from "../oracles/envelope.ts";
import { FIXTURES, type Fixture, type Fixtures } from "../target/fixtures.ts";
import { lentBy } from "../target/lendable.ts";
import { isFit } from "./discover-backups.ts";
import { resultsIn } from "./listing.ts";

/** A record that a run creates where the target has none, so that checks which need one can run. */
export interface Loan {
  readonly create: WriteId;
  /** Fixtures without which it cannot be created. */
  readonly needs: readonly Fixture[];
  /** Fixtures that are lent first, although it is created without them as well. */
  readonly helps?: readonly Fixture[];
  /** Fixtures besides its id, from the body that created it. */
  readonly stated?: (sent: unknown) => Fixtures;
  /** The read that shows when it can be used. */
  readonly read: OperationId;
  /** Default: as soon as the read finds it. */
  readonly isReady?: (shown: unknown, lent: Fixtures, contract: Contract) => boolean;
  /**
   * The target may refuse to use it in another create without breaking a rule: a role works only once somebody at the provider
   * trusts it.
   */
  readonly isUnproven?: true;
}

/** The fixtures that a loan gives. The record is created where a check needs one of them and none is known. */
export const lendsOf = ({ create }: Loan): readonly Fixture[] => FIXTURES.filter((name) => lentBy(name) === create);

const IDLE: readonly unknown[] = [undefined, null, "IDLE"];

/** All loans. Those that others need stand before them. */
export const LOANS: readonly Loan[] = [
  {
    create: "createCluster",
    needs: ["groupId"],
    read: "listClusters",
    isReady: (shown, { clusterName }) => {
      const own = resultsIn(shown).find((cluster) => member(cluster, "name") === clusterName);
      return own !== undefined && IDLE.includes(member(own, "stateName"));
    },
  },
  {
    create: "createSearchIndex",
    needs: ["groupId", "clusterName"],
    stated: (sent) => ({
      databaseName: String(member(sent, "database")),
      collectionName: String(member(sent, "collectionName")),
      indexName: String(member(sent, "name")),
    }),
    read: "listSearchIndexes",
    isReady: (shown, { indexId }, contract) =>
      listIn(shown)?.some((index) => member(index, contract.field("indexID")) === indexId) === true,
  },
  {
    create: "createCloudAccessRole",
    needs: ["groupId"],
    read: "getCloudAccessRole",
    isUnproven: true,
  },
  {
    create: "createExportBucket",
    needs: ["groupId"],
    helps: ["roleId"],
    read: "getExportBucket",
    isUnproven: true,
  },
  {
    create: "takeSnapshot",
    needs: ["groupId", "clusterName"],
    read: "getSnapshot",
    isReady: (shown) => isFit(recordIn(shown)),
  },
  {
    create: "createRestoreJob",
    needs: ["groupId", "clusterName", "snapshotId"],
    read: "getRestoreJob",
  },
  {
    create: "createExportJob",
    needs: ["groupId", "clusterName", "snapshotId", "exportBucketId"],
    read: "getExportJob",
  },
  {
    create: "validateMigration",
    needs: ["groupId", "clusterName"],
    read: "getMigrationValidation",
  },
  {
    create: "createMigration",
    needs: ["groupId", "clusterName"],
    read: "getMigration",
  },
];
