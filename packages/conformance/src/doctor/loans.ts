import type { Contract, OperationId, WriteId } from "@plumbline/schemas";
import { member } from "../ground/json.ts";
import { listIn, recordIn } from "../oracles/envelope.ts";
import { FIXTURES, type Fixture, type Fixtures } from "../target/fixtures.ts";
import { lentBy } from "../target/lendable.ts";
import { isFit } from "./discover-backups.ts";
import { resultsIn } from "./listing.ts";

/** A record that the run creates if the target has none, so that checks which need one can run. */
export interface Loan {
  readonly create: WriteId;
  /** Fixtures that the create operation requires. */
  readonly needs: readonly Fixture[];
  /** Fixtures that the run creates first if it can, although the create operation works without them. */
  readonly helps?: readonly Fixture[];
  /** Further fixtures, derived from the body that created the record. */
  readonly stated?: (sent: unknown) => Fixtures;
  /** The read that shows when checks can use the record. */
  readonly read: OperationId;
  /** Default: ready as soon as the read finds it. */
  readonly isReady?: (shown: unknown, lent: Fixtures, contract: Contract) => boolean;
  /**
   * The target may rightly refuse to use the record in another create: a role works only once somebody trusts it at the
   * provider.
   */
  readonly isUnproven?: true;
}

/** The fixtures that a loan provides. The run creates the record if a check needs one of them and none is known. */
export const lendsOf = ({ create }: Loan): readonly Fixture[] => FIXTURES.filter((name) => lentBy(name) === create);

const IDLE: readonly unknown[] = [undefined, null, "IDLE"];

/** All loans. A loan that others need comes before them. */
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
