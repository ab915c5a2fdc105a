import { createRandom } from "../random.ts";
import { makeCluster } from "./make-cluster.ts";
import { clusterNamed, type State } from "./state.ts";
import type { World } from "./world.ts";

/** What is to be there as if it had always been: an organization, a project, a dedicated cluster of the project. */
export interface Place {
  readonly orgId?: string;
  readonly projectId?: string;
  readonly clusterName?: string;
}

/** What was added to a world after it was seeded. Nothing keeps it over a restart. */
export interface Adopted {
  readonly orgIds: Set<string>;
  readonly projectIds: Set<string>;
}

/** Adds what of a place is not there yet; who has the roles of the first project and organization has them there too. */
export function adopt(
  { orgId, projectId, clusterName }: Place,
  { world, state, adopted }: { readonly world: World; readonly state: State; readonly adopted: Adopted },
  now: number,
): void {
  if (orgId !== undefined && !state.organizations.has(orgId)) {
    state.organizations.set(orgId, { id: orgId, name: `Organization ${orgId}` });
    adopted.orgIds.add(orgId);
  }
  if (projectId === undefined) return;
  const known = state.projects.get(projectId);
  const project = known ?? { id: projectId, name: `Project ${projectId}`, orgId: orgId ?? world.orgId };
  if (known === undefined) {
    state.projects.set(projectId, project);
    adopted.projectIds.add(projectId);
  }
  if (clusterName === undefined || clusterNamed(state, projectId, clusterName) !== undefined) return;
  const random = createRandom(state.clusters.count(projectId) + 1);
  state.clusters.put(makeCluster(random, state.newId(), project, clusterName, "M10", now, { pitEnabled: true }));
}
