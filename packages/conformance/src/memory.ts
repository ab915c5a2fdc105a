import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Fields } from "./json.ts";
import { Kept } from "./views/kept.ts";
import type { Path } from "./writes/fields.ts";

/** A body that was sent to a write, and what came of it. */
export interface Sent {
  /** What makes it differ from a plain one, in neutral words. */
  readonly members: Fields;
  readonly body: Fields | readonly Fields[];
  /** Sent alone after more of them were refused together. */
  readonly isPart: boolean;
  readonly exchange: Exchange;
}

/** What a run remembers from one check to the next, apart from what it made and changed. */
export class Memory {
  /** What did not come to its end however long a check waited: nobody waits as long again. */
  readonly inVain = new Set<string>();
  /** The one cluster of each version beside which bodies are refused: clusters cost money and stay. */
  readonly clusterTwins = new Map<RouteVersion, string>();
  /** What records were seen to show of what writes carried. */
  readonly kept = new Kept();
  /** A field name of matchers that a create took: which names go with which events is not given. */
  matcherField: string | undefined;
  /** Writes that were accepted as they should be: to see that one is, none has to be done again. */
  readonly #accepted = new Map<string, Exchange>();
  /** What was started and still stands, by what started it: the stories of a lane live on one such life. */
  readonly #standing = new Map<OperationId, { readonly version: RouteVersion; readonly exchange: Exchange }>();
  /** Records that were waited for and not used up, by the operation that works on them. */
  readonly #ready = new Map<string, Path>();

  /** Bodies that more than one rule is about, for writes whose records stay. */
  readonly #sent = new Map<string, readonly Sent[]>();

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

  sent(name: string, version: RouteVersion): readonly Sent[] | undefined {
    return this.#sent.get(`${name} ${version}`);
  }
  keepSent(name: string, version: RouteVersion, sent: readonly Sent[]): void {
    this.#sent.set(`${name} ${version}`, sent);
  }

  /** For a story that is told once more: it is to see everything for itself. */
  forgetLives(): void {
    for (const known of [this.#accepted, this.#standing, this.#ready, this.#sent, this.rested]) known.clear();
  }
}

const keyOf = (operation: OperationId, version: RouteVersion): string => `${operation} ${version}`;
