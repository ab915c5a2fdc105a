import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Path } from "./writes/write.ts";

/** What a run remembers from one check to the next, apart from what it made and changed. */
export class Memory {
  /** What did not come to its end however long a check waited: nobody waits as long again. */
  readonly inVain = new Set<string>();
  /** The one cluster of each version beside which bodies are refused: clusters cost money and stay. */
  readonly clusterTwins = new Map<RouteVersion, string>();
  /** Slow writes that were accepted as they should be: to see that one is, none has to be done again. */
  readonly #accepted = new Map<string, Exchange>();
  /** What was started and still stands, by what started it: the stories of a lane live on one such life. */
  readonly #standing = new Map<OperationId, { readonly version: RouteVersion; readonly exchange: Exchange }>();
  /** Records that were waited for and not used up, by the operation that works on them. */
  readonly #ready = new Map<string, Path>();

  /** Slow writes of which the last one is seen to be over: whatever is refused now is not refused for that. */
  readonly rested = new Set<OperationId>();

  accepted(operation: OperationId, version: RouteVersion): Exchange | undefined {
    return this.#accepted.get(keyOf(operation, version));
  }
  accept(operation: OperationId, version: RouteVersion, exchange: Exchange): void {
    this.#accepted.set(keyOf(operation, version), exchange);
  }

  standing(operation: OperationId, version: RouteVersion): Exchange | undefined {
    const known = this.#standing.get(operation);
    return known?.version === version ? known.exchange : undefined;
  }
  stand(operation: OperationId, version: RouteVersion, exchange: Exchange): void {
    this.#standing.set(operation, { version, exchange });
  }

  ready(operation: OperationId, version: RouteVersion): Path | undefined {
    return this.#ready.get(keyOf(operation, version));
  }
  keepReady(operation: OperationId, version: RouteVersion, path: Path | undefined): void {
    if (path === undefined) this.#ready.delete(keyOf(operation, version));
    else this.#ready.set(keyOf(operation, version), path);
  }

  /** For a story that is told once more: it is to see everything for itself. */
  forgetLives(): void {
    for (const known of [this.#accepted, this.#standing, this.#ready, this.rested]) known.clear();
  }
}

const keyOf = (operation: OperationId, version: RouteVersion): string => `${operation} ${version}`;
