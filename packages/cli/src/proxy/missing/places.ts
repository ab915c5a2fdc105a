import { type Fixtures, member, type Recognised } from "@plumbline/conformance";
import type { Place } from "@plumbline/reference";
import { PATH_PARAMETERS } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";

/**
 * The organizations, projects and clusters of a target, which another server must have to answer in its place: those that
 * its file names, that it has answered well about, and, while none is known, the first that somebody asks for.
 */
export class Places {
  readonly #orgIds: Set<string>;
  readonly #clusters: Map<string, Set<string>>;
  readonly #named: Place;
  /** Clusters that the other server was told of: one that is removed there stays so. */
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

  /** Hears that the target has what a path names. */
  learn(recognised: Recognised): void {
    const { orgId, groupId, clusterName } = this.#namesIn(recognised);
    if (orgId !== undefined) this.#orgIds.add(orgId);
    if (groupId !== undefined) this.#clustersOf(groupId);
    if (groupId !== undefined && clusterName !== undefined) this.#clustersOf(groupId).add(clusterName);
  }

  /** Hears of clusters that the target has made or listed; `records` are the bodies in which they stand. */
  learnClusters(recognised: Recognised, records: readonly unknown[]): void {
    const { groupId } = this.#namesIn(recognised);
    if (groupId === undefined) return;
    for (const record of records) {
      const name = member(record, "name");
      if (typeof name === "string") this.#clustersOf(groupId).add(name);
    }
  }

  /** What the other server begins with, when this is the first that is asked of it. */
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

  /** What of a path the target has: it has to be there before the other server is asked. */
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

  /** What a path names, without what is no id or name at all, and without serverless instances, which are no clusters. */
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
