import { createHash } from "node:crypto";
import type { Caller } from "../auth/authenticate.ts";
import { heldRoles } from "../auth/roles.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { Project } from "../records/project.ts";
import { Refusal } from "../refusal.ts";
import { tierOf } from "../rules/clusters.ts";
import { listMember, textMember } from "../rules/members.ts";
import { readClusterFields } from "../rules/read-cluster.ts";
import { liesElsewhere } from "../rules/regions.ts";
import type { Service } from "../service.ts";
import { clusterOf } from "../world/make-cluster.ts";
import { happens, inProject, inService, type ProjectCall, shows } from "./handler.ts";
import { showPage } from "./page.ts";
import { showCluster, showProjectClusters } from "./show-cluster.ts";

/** The most clusters, so that a caller that creates endlessly cannot fill the memory. */
const MOST_CLUSTERS = 2_000;

const HOUR = 3_600_000;

const isGrowing = ({ now, service }: { readonly now: number; readonly service: Service }, { id }: Project): boolean =>
  service.state.clusters.list(id).some(({ created }) => now - created < HOUR);

/** Operations 68 to 70. */
export const clusterHandlers = {
  listAllClusters: inService((call) => {
    const { behaviour, state } = call.service;
    const projects = [...state.projects.values()]
      .filter((project) =>
        behaviour.clusters.showsProject(
          seesClusters(call.caller, project),
          isGrowing(call, project),
          readsOnly(call.caller),
        ),
      )
      .map((project, index) => ({ project, created: index }));
    return showPage(call, projects, ({ project }) => showProjectClusters(call.service, project));
  }),
  listClusters: inProject((call) => {
    const { behaviour, state } = call.service;
    const removed = behaviour.clusters.wantsRemoved(call.values.flag("includeDeletedWithRetainedBackups"));
    const all = [
      ...state.clusters.list(call.project.id),
      ...(removed ? state.removedClusters.list(call.project.id) : []),
    ];
    const listed = all.filter((cluster) => behaviour.clusters.lists(cluster, removed));
    return showPage(call, listed, (cluster) => showCluster(call.service, cluster, call.now));
  }),
  createCluster: inProject((call) => {
    const { behaviour, state, validator } = call.service;
    const asked = readClusterFields(call.body, validator);
    const mine = state.clusters.list(call.project.id);
    const name = textMember(asked, "name") ?? freeName(mine);
    if (behaviour.clusters.nameTaken(name, mine))
      return new Refusal(409, "DUPLICATE_CLUSTER_NAME", "The project has a cluster of this name.");
    if (mine.length >= MOST_CLUSTERS)
      return new Refusal(400, "MAX_CLUSTERS_PER_GROUP_EXCEEDED", "The project has too many clusters.");
    const refusal = refusesDisk(call, asked);
    if (refusal !== undefined) return refusal;
    if (behaviour.clusters.spansProviders(asked))
      return new Refusal(400, "MULTIPLE_CLOUD_PROVIDERS", "This operation makes clusters of one cloud only.");
    if (liesElsewhere(asked))
      return new Refusal(400, "INVALID_REGION", "The regions belong to another provider than providerSettings names.");
    const cluster = state.clusters.put(newCluster(call, asked, name));
    if (listMember(asked, "tags").length > 0) happens(call, "CLUSTER_TAGS_MODIFIED", { ...cluster, cluster });
    // The description does not state the answer. Clients of the public interface read the new cluster from it, so it is
    // shown.
    return shows(showCluster(call.service, cluster, call.now));
  }),
};

/** Whether a caller sees the clusters of a project: with a role on it, or the owner's role on its organization. */
function seesClusters(caller: Caller, project: Project): boolean {
  switch (caller.kind) {
    case "key":
    case "token":
      return heldRoles(caller.grant, project).here.some((role) => role !== "Organization Member");
    case "metrics":
    case "client":
      return false;
    default:
      return caller satisfies never;
  }
}

const readsOnly = (caller: Caller): boolean =>
  caller.kind === "key" &&
  caller.grant.roles.length > 0 &&
  caller.grant.roles.every((one) => one === "Project Read Only");

function freeName(clusters: readonly Cluster[]): string {
  const names = new Set(clusters.map(({ name }) => name));
  for (let number = 0; ; number += 1) if (!names.has(`Cluster${number}`)) return `Cluster${number}`;
}

const sizeOf = (asked: Fields): number | undefined => {
  const size = asked["diskSizeGB"];
  return typeof size === "number" ? size : undefined;
};

function refusesDisk({ service: { behaviour } }: ProjectCall, asked: Fields): Refusal | undefined {
  const size = sizeOf(asked);
  const tier = tierOf(asked);
  if (size === undefined) return undefined;
  if (!behaviour.clusters.takesDiskSize(tier))
    return new Refusal(400, "CLUSTER_DISK_SIZE_INVALID", `Clusters of tier ${tier} have a disk that cannot be chosen.`);
  const most = behaviour.clusters.mostDisk(tier);
  return size <= most
    ? undefined
    : new Refusal(400, "CLUSTER_DISK_SIZE_INVALID", `The disk of tier ${tier} has at most ${most} GB.`);
}

function newCluster(
  { service: { behaviour, state }, project, now }: ProjectCall,
  asked: Fields,
  name: string,
): Cluster {
  const id = state.newId();
  const size = sizeOf(asked);
  // Values that are random in seeded clusters are derived from the id here, so they are the same after a restart.
  const drawn = createHash("sha256").update(id).digest();
  const identity = {
    id,
    groupId: project.id,
    created: now,
    name,
    zone: project.id.slice(-5),
    addresses: [0, 1, 2].map((index) => 1 + ((drawn[index] ?? 0) % 254)),
  };
  const settings = behaviour.clusters.settings(asked);
  return clusterOf(identity, asked, {
    settings,
    ...(size !== undefined && { diskSizeGB: behaviour.clusters.diskSize(size) }),
  });
}
