import { createRandom } from "../random.ts";
import { makeCluster } from "./make-cluster.ts";
import { clusterNamed, type State } from "./state.ts";
import type { World } from "./world.ts";

/** An organization, a project, and a dedicated cluster of the project, to add as if they had always existed. */
export interface Place {
  readonly orgId?: string;
  readonly projectId?: string;
  readonly clusterName?: string;
}

/** The places added to a world after it was seeded. They do not survive a restart. */
export interface Adopted {
  readonly orgIds: Set<string>;
  readonly projectIds: Set<string>;
}

/**
 * Adds the missing parts of a place. Callers with roles on the first project and organization have the same roles
 * there.
 */
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
