import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Fields } from "../ground/json.ts";
import { Kept } from "./kept.ts";

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
  /** Names of records that several checks share, by what each is for. */
  readonly #names = new Map<string, string>();
  /** When it began: moments that bodies state have to be the same in equal ones. */
  readonly began = Date.now();
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

  /** Records that stay and that nothing has worked on yet, oldest first, by the create that made them. */
  readonly #left = new Map<string, readonly Path[]>();
  /** Ids of all of them: equal creates tell of one record several times. */
  readonly #known = new Set<string>();
  readonly #usedUp = new Set<string>();

  /** Bodies that more than one rule is about, for writes whose records stay. */
  readonly #sent = new Map<string, readonly Sent[]>();

  /** Slow writes of which the last one is seen to be over: whatever is refused now is not refused for that. */
  readonly rested = new Set<OperationId>();

  accepted(operation: OperationId, version: RouteVersion, what = PLAIN): Exchange | undefined {
    return this.#accepted.get(`${keyOf(operation, version)} ${what}`);
  }
  accept(operation: OperationId, version: RouteVersion, exchange: Exchange, what = PLAIN): void {
    this.#accepted.set(`${keyOf(operation, version)} ${what}`, exchange);
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

  /** The name of a record that is known to all who say what it is for; drawn for the first of them. */
  nameFor(what: string, draw: () => string): string {
    const name = this.#names.get(what) ?? draw();
    this.#names.set(what, name);
    return name;
  }

  /** A record of this create that nothing has worked on, the last that was made. */
  left(create: OperationId, version: RouteVersion): Path | undefined {
    return this.#left.get(keyOf(create, version))?.at(-1);
  }
  leaves(create: OperationId, version: RouteVersion, path: Path | undefined): void {
    const id = path && idOf(path);
    if (path === undefined || id === undefined || this.#known.has(id)) return;
    this.#known.add(id);
    const key = keyOf(create, version);
    this.#left.set(key, [...(this.#left.get(key) ?? []), path]);
  }
  /** A record was worked on: it is of no use to others any more. */
  usesUp(id: string | undefined): void {
    if (id !== undefined) this.#usedUp.add(id);
    for (const [key, path] of this.#ready) if (idOf(path) === id) this.#ready.delete(key);
    for (const [key, paths] of this.#left)
      this.#left.set(
        key,
        paths.filter((path) => idOf(path) !== id),
      );
  }
  isUsedUp(path: Path | undefined): boolean {
    const id = path && idOf(path);
    return id !== undefined && this.#usedUp.has(id);
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

/** A call that states nothing but what the operation needs. */
const PLAIN = "plain";

const idOf = (path: Path): string | undefined => Object.values(path)[0];

const keyOf = (operation: OperationId, version: RouteVersion): string => `${operation} ${version}`;
