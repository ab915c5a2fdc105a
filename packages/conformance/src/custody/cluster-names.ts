import { jsonOf } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import { LARGEST_PAGE, ONE_LARGE_PAGE } from "../ground/largest-page.ts";
import { ignoreNotSent } from "../ground/not-sent-error.ts";
import { listIn } from "../oracles/envelope.ts";
import type { CustodyParts } from "./request.ts";

/** The names of the clusters of projects, which are the places of records that each cluster has. */
export class ClusterNames {
  readonly #parts: Pick<CustodyParts, "ask" | "served">;
  readonly #known = new Map<string, Promise<readonly string[]>>();

  constructor(parts: Pick<CustodyParts, "ask" | "served">) {
    this.#parts = parts;
  }

  /** The clusters at the time of the first call for a project; none if the list cannot be read. */
  of(groupId: string | undefined): Promise<readonly string[]> {
    const key = groupId ?? "";
    const known = this.#known.get(key) ?? this.#read(groupId);
    this.#known.set(key, known);
    return known;
  }

  /** Whether the list shows now that a cluster is gone: no operation of the interface deletes one, so a user did. */
  async isGone(groupId: string | undefined, name: string): Promise<boolean> {
    const names = await this.#read(groupId);
    return names.length > 0 && names.length < LARGEST_PAGE && !names.includes(name);
  }

  async #read(groupId: string | undefined): Promise<readonly string[]> {
    const version = this.#parts.served("listClusters", "1.0");
    if (version === undefined) return [];
    const path = groupId === undefined ? {} : { groupId };
    const call = { operation: "listClusters", version, path, query: ONE_LARGE_PAGE } as const;
    const listed = await this.#parts.ask(call).catch(ignoreNotSent);
    const names = (listed && listIn(jsonOf(listed)))?.map((cluster) => member(cluster, "name")) ?? [];
    return names.filter((name) => typeof name === "string");
  }
}
