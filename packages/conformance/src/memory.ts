import type { RouteVersion } from "@plumbline/schemas";

/** What a run remembers from one check to the next, apart from what it made and changed. */
export class Memory {
  /** What did not come to its end however long a check waited: nobody waits as long again. */
  readonly inVain = new Set<string>();
  /** The one cluster of each version beside which bodies are refused: clusters cost money and stay. */
  readonly clusterTwins = new Map<RouteVersion, string>();
}
