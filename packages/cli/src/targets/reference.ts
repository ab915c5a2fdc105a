import type { Credential } from "@plumbline/client";
import type { Credentials, Fixtures, Target } from "@plumbline/conformance";
import { type ApiKey, type KeyLabel, type Reference, startReference } from "@plumbline/reference";
import { INTERFACE_VERSIONS } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import { PERMISSIONS } from "../target-file/schema.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { EVERYTHING, permissions } from "./permissions.ts";
import { rateGiven } from "./rate.ts";
import { ACCOUNT_VARIABLES, keyVariables, METRICS_VARIABLES } from "./secret-variables.ts";

/** Starts the bundled reference server for this run on a free port, with the faults and variants that are asked for. */
export async function openReference(
  given: Given,
  faults: readonly string[],
  variants: readonly string[],
): Promise<OpenedTarget> {
  const reference = await startReference({
    profile: profileNamed(given.one("profile")),
    faults,
    variants,
    seed: 1,
  });
  const rate = rateGiven(given);
  return {
    target: { ...targetOfReference(reference, faults), allow: permissions(given.all("allow") ?? PERMISSIONS) },
    connection: rate === undefined ? {} : { rate },
    close: () => reference.close(),
  };
}

type Running = Pick<
  Reference,
  "url" | "metricsUrl" | "contract" | "world" | "keys" | "serviceAccount" | "blockedServiceAccount" | "metrics"
> & {
  readonly clock: Pick<Reference["clock"], "advance">;
};

/** A running reference as a target on which a run may do everything. */
export function targetOfReference(reference: Running, faults: readonly string[]): Target {
  return {
    name: faults.length === 0 ? "reference server" : `reference server with ${faults.join(", ")}`,
    kind: "reference",
    baseUrl: reference.url,
    metricsUrl: reference.metricsUrl,
    contract: reference.contract,
    versions: INTERFACE_VERSIONS,
    credentials: credentialsOf(reference),
    fixtures: fixturesOf(reference),
    allow: EVERYTHING,
    bindingStated: true,
    mock: false,
    selfConsistency: true,
    faults,
    advanceClock: (milliseconds) => reference.clock.advance(milliseconds),
  };
}

function credentialsOf({ keys, serviceAccount, blockedServiceAccount, metrics }: Running): Credentials {
  const digest = (label: KeyLabel, { publicKey, privateKey }: ApiKey): Credential => ({
    scheme: "digest",
    label,
    username: publicKey,
    password: privateKey,
    ...keyVariables(label),
  });
  return {
    main: digest("all", keys.all),
    noRole: digest("noRole", keys.noRole),
    noRoleIsStranger: true,
    otherProject: digest("otherProjectOwner", keys.otherProjectOwner),
    byRole: {
      "Organization Owner": digest("organizationOwner", keys.organizationOwner),
      "Organization Member": digest("organizationMember", keys.organizationMember),
      "Project Owner": digest("projectOwner", keys.projectOwner),
      "Project Read Only": digest("projectReadOnly", keys.projectReadOnly),
      "Project Monitoring Admin": digest("projectMonitoringAdmin", keys.projectMonitoringAdmin),
      "Project Cluster Admin": digest("projectClusterAdmin", keys.projectClusterAdmin),
      "Project Data Access Read Write": digest("projectDataAccessReadWrite", keys.projectDataAccessReadWrite),
      "Project Data Access Admin": digest("projectDataAccessAdmin", keys.projectDataAccessAdmin),
    },
    serviceAccount: { ...serviceAccount, ...ACCOUNT_VARIABLES },
    blockedServiceAccount,
    metrics: {
      scheme: "basic",
      label: "metrics",
      ...metrics,
      ...METRICS_VARIABLES,
    },
  };
}

/** The records that a run against a reference can address. */
export function fixturesOf({ world }: Pick<Running, "world">): Fixtures {
  return world.ofOwn ? placesOf(world) : seededOf(world);
}

/**
 * Fixtures of a user's own world that a run cannot find by itself; this world has only the records that the user gave
 * it.
 */
function placesOf(world: Running["world"]): Fixtures {
  const { projectId, orgId, otherProjectId, clusterName, sharedTierProjectId, oldEngineProjectId } = world;
  const stated = {
    groupId: projectId,
    orgId,
    relinkableOrgId: orgId,
    otherGroupId: otherProjectId,
    clusterName,
    sharedGroupId: sharedTierProjectId,
    oldEngineGroupId: oldEngineProjectId,
    databaseName: world.searchIndexes[0]?.database ?? "",
    collectionName: world.searchIndexes[0]?.collectionName ?? "",
    sharedClusterName: world.sharedClusterNames[0] ?? "",
    shardedClusterName: world.backup.shardedClusterName,
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== ""));
}

function seededOf(world: Running["world"]): Fixtures {
  return {
    groupId: world.projectId,
    orgId: world.orgId,
    relinkableOrgId: world.orgId,
    otherGroupId: world.otherProjectId,
    clusterName: world.clusterName,
    outageClusterName: world.sharedClusterNames[0] ?? "",
    sharedGroupId: world.sharedTierProjectId,
    oldEngineGroupId: world.oldEngineProjectId,
    oldestClusterName: world.oldestClusterName,
    databaseName: world.searchIndexes[0]?.database ?? "",
    collectionName: world.searchIndexes[0]?.collectionName ?? "",
    multiCloudClusterName: world.multiCloudClusterName,
    tierMemoryGB: String(world.tierMemoryGB),
    liveMigrationId: world.migrationIds[0] ?? "",
    validationId: world.validationIds[0] ?? "",
    sharedClusterName: world.sharedClusterNames[0] ?? "",
    snapshotId: world.backup.snapshotIds[1] ?? "",
    copiedSnapshotId: world.backup.snapshotIds[0] ?? "",
    restoreTargetClusterName: world.clusterName,
    shardedClusterName: world.backup.shardedClusterName,
    serverlessInstanceName: world.backup.serverlessInstanceName,
  };
}
