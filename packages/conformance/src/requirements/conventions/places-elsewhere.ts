import type { Path } from "../../ground/fields.ts";
import type { Context } from "../../rule/requirement.ts";
import { fixturesFor } from "../../target/fixtures-for.ts";
import { NEVER_ISSUED } from "../shared/subjects.ts";

const NOWHERE = "plumbline-elsewhere";

/** A place without the records of an operation, and its name in reports. */
export interface Elsewhere {
  readonly name: string;
  readonly path: Path;
  /** The key that has a role there, if it is not the main key. */
  readonly who?: "otherProject";
}

/**
 * Another project that the key may read, or a project that does not exist. If the path has a cluster or a search index,
 * also another cluster or another collection.
 */
export function placesElsewhere({ operation, world }: Pick<Context, "operation" | "world">): readonly Elsewhere[] {
  const { sharedGroupId, oldEngineGroupId, shardedClusterName, sharedClusterName } = world.fixtures;
  const own = fixturesFor(world, operation.id);
  const groupId = [sharedGroupId, oldEngineGroupId].find((id) => id !== undefined && id !== own.groupId);
  const clusterName = [shardedClusterName, sharedClusterName].find(
    (name) => name !== undefined && name !== own.clusterName,
  );
  const takes = (parameter: string): boolean => operation.pathParameters.some(({ name }) => name === parameter);
  return [
    { name: "another project", path: { groupId: groupId ?? NEVER_ISSUED } },
    ...(takes("clusterName") ? [{ name: "another cluster", path: { clusterName: clusterName ?? NOWHERE } }] : []),
    ...(takes("indexName") ? [{ name: "another collection", path: { collectionName: NOWHERE } }] : []),
  ];
}

/**
 * A project on which the main key has no role, with the key that has one. If the path has a cluster, that project may
 * have one of the same name, and a server that finds clusters by their names alone mixes up the two.
 */
export function placesOfOthers({ operation, world }: Pick<Context, "operation" | "world">): readonly Elsewhere[] {
  const groupId = world.fixtures.otherGroupId;
  const isOfProject = operation.pathParameters.some(({ name }) => name === "groupId");
  return groupId === undefined || !isOfProject
    ? []
    : [{ name: "a project that is not the main key's", path: { groupId }, who: "otherProject" }];
}
