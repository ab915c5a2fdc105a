import { type Fixtures, member, type Recognised } from "@plumbline/conformance";
import type { Place } from "@plumbline/reference";
import { PATH_PARAMETERS } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";

/**
 * The organizations, projects and clusters of a target, which the reference needs to answer in its place. They come
 * from the target file, from successful answers of the target, and, while none is known, from the first request that
 * names one.
 */
export class Places {
  readonly #orgIds: Set<string>;
  readonly #clusters: Map<string, Set<string>>;
  readonly #named: Place;
  /** Clusters that the reference has been given; a cluster that is deleted there stays deleted. */
  readonly #told = new Set<string>();
  readonly #validator = createValidator();

  constructor({ groupId, orgId, clusterName }: Fixtures) {
    this.#orgIds = new Set(orgId === undefined ? [] : [orgId]);
    this.#clusters = new Map(
      groupId === undefined ? [] : [[groupId, new Set(clusterName === undefined ? [] : [clusterName])]],
    );
    this.#named = {
      ...(orgId !== undefined && { orgId }),
      ...(groupId !== undefined && { projectId: groupId }),
      ...(clusterName !== undefined && { clusterName }),
    };
  }

  /** Notes that the target has the records that a path names. */
  learn(recognised: Recognised): void {
    const { orgId, groupId, clusterName } = this.#namesIn(recognised);
    if (orgId !== undefined) this.#orgIds.add(orgId);
    if (groupId !== undefined) this.#clustersOf(groupId);
    if (groupId !== undefined && clusterName !== undefined) this.#clustersOf(groupId).add(clusterName);
  }

  /** Notes clusters that the target has created or listed; `records` are their bodies. */
  learnClusters(recognised: Recognised, records: readonly unknown[]): void {
    const { groupId } = this.#namesIn(recognised);
    if (groupId === undefined) return;
    for (const record of records) {
      const name = member(record, "name");
      if (typeof name === "string") this.#clustersOf(groupId).add(name);
    }
  }

  /** The records with which the reference starts, if this is the first request to it. */
  first(recognised: Recognised): Place {
    const { orgId, groupId } = this.#namesIn(recognised);
    const [knownOrg] = this.#orgIds;
    const [knownGroup, clusters] = [...this.#clusters][0] ?? [];
    const [knownCluster] = clusters ?? [];
    const [first, project, cluster] = [knownOrg ?? orgId, knownGroup ?? groupId, knownCluster];
    return {
      ...(first !== undefined && { orgId: first }),
      ...(project !== undefined && { projectId: project }),
      ...(cluster !== undefined && { clusterName: cluster }),
      ...this.#named,
    };
  }

  /** The records of a path that the target has; the reference needs them before it gets the request. */
  in(recognised: Recognised): Place {
    const { orgId, groupId, clusterName } = this.#namesIn(recognised);
    if (orgId !== undefined && this.#orgIds.size === 0) this.#orgIds.add(orgId);
    if (groupId !== undefined && this.#clusters.size === 0) this.#clusters.set(groupId, new Set());
    const clusters = groupId === undefined ? undefined : this.#clusters.get(groupId);
    if (clusterName !== undefined && clusters?.size === 0) clusters.add(clusterName);
    const isCluster = clusterName !== undefined && clusters?.has(clusterName) === true;
    const isNew = isCluster && !this.#told.has(`${groupId}/${clusterName}`);
    if (isNew) this.#told.add(`${groupId}/${clusterName}`);
    return {
      ...(orgId !== undefined && this.#orgIds.has(orgId) && { orgId }),
      ...(groupId !== undefined && clusters !== undefined && { projectId: groupId }),
      ...(isNew && { clusterName }),
    };
  }

  #clustersOf(groupId: string): Set<string> {
    const clusters = this.#clusters.get(groupId) ?? new Set();
    this.#clusters.set(groupId, clusters);
    return clusters;
  }

  /** The ids and names in a path, without invalid ones and without serverless instances, which are no clusters. */
  #namesIn({ captured, route }: Recognised): Readonly<Partial<Record<string, string>>> {
    return Object.fromEntries(
      Object.entries(captured).filter(([name, value]) => {
        if (name === "clusterName" && !route.path.includes("/clusters/")) return false;
        const schema = PATH_PARAMETERS[name];
        return schema !== undefined && this.#validator.violations(schema, value).length === 0;
      }),
    );
  }
}
