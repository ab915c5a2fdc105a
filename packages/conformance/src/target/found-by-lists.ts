import { exampleOf, PATH_PARAMETERS } from "@plumbline/schemas";
import { FIXTURES, type Fixture, type Fixtures } from "./fixtures.ts";
import { isLent } from "./lendable.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** What a run looks for in lists where the user states nothing, each with the fixtures that the lists need. */
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

/** Whether lists are read on such a target at all. */
const readsLists = ({ credentials, mock }: Target): boolean => credentials.main !== undefined && !mock;

/** Whether a run on this target finds such a record by itself, if there is one. */
export function isFoundByLists(name: Fixture, target: Target): boolean {
  const needed = FOUND_BY_LISTS[name];
  return needed !== undefined && readsLists(target) && needed.every((one) => target.fixtures[one] !== undefined);
}

/** What a plan supposes: a world in which a run finds everything it looks for or creates it, and what of it that is. */
export interface ExpectedWorld {
  readonly world: World;
  readonly toBeFound: ReadonlySet<string>;
}

/** Records that lists are supposed to hold: as few as any check needs, since some make what a longer list lacks. */
const ENOUGH = { listAlertConfigs: 3, listAlerts: 3 };

/** The world of a target that nobody has asked yet, with examples in the place of what a run looks for. */
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
