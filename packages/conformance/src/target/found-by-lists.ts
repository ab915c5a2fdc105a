import { exampleOf, PATH_PARAMETERS } from "@plumbline/schemas";
import { FIXTURES, type Fixture, type Fixtures } from "./fixtures.ts";
import { isLent } from "./lendable.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** Fixtures that the run finds in lists if the user does not state them, each with the fixtures that the lists need. */
const FOUND_BY_LISTS: Readonly<Partial<Record<Fixture, readonly Fixture[]>>> = {
  groupId: [],
  orgId: [],
  clusterName: [],
  sharedClusterName: [],
  shardedClusterName: [],
  hostname: [],
  alertConfigId: [],
  alertId: [],
  exportBucketId: [],
  exportId: [],
  snapshotId: [],
  restoreJobId: [],
  roleId: [],
  secondRoleId: [],
  indexId: ["databaseName", "collectionName"],
  indexName: ["databaseName", "collectionName"],
  shardedSnapshotId: [],
  serverlessSnapshotId: ["serverlessInstanceName"],
  serverlessRestoreJobId: ["serverlessInstanceName"],
};

/** Whether the run reads lists on this target at all. */
const readsLists = ({ credentials, mock }: Target): boolean => credentials.main !== undefined && !mock;

/** Whether a run on this target finds the record of this fixture by itself, if there is one. */
export function isFoundByLists(name: Fixture, target: Target): boolean {
  const needed = FOUND_BY_LISTS[name];
  return needed !== undefined && readsLists(target) && needed.every((one) => target.fixtures[one] !== undefined);
}

/**
 * The world that a plan assumes: the run finds or creates everything that it looks for. `toBeFound` names those parts.
 */
export interface ExpectedWorld {
  readonly world: World;
  readonly toBeFound: ReadonlySet<string>;
}

/**
 * The assumed number of records in lists. It is as small as any check needs, because some checks create missing ones.
 */
const ENOUGH = { listAlertConfigs: 3, listAlerts: 3 };

/** The assumed world of a target that received no request yet; examples replace the fixtures that the run looks for. */
export function expectedWorld(target: Target, empty: World): ExpectedWorld {
  if (!readsLists(target)) return { world: empty, toBeFound: new Set() };
  const names = FIXTURES.filter(
    (name) => empty.fixtures[name] === undefined && (isFoundByLists(name, target) || isLent(name, target)),
  );
  const examples: Fixtures = Object.fromEntries(names.map((name) => [name, exampleNamed(name)]));
  return {
    world: { ...empty, fixtures: { ...examples, ...empty.fixtures }, records: { ...ENOUGH, ...empty.records } },
    toBeFound: new Set([...names, ...Object.keys(ENOUGH)]),
  };
}

const exampleNamed = (name: Fixture): string => String(exampleOf(PATH_PARAMETERS[name] ?? { type: "string" }) ?? name);
