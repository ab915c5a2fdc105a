import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Fields } from "../ground/json.ts";
import { Kept } from "./kept.ts";

/** A body that the run sent to a write, with the answer. */
export interface Sent {
  /** The members in which it differs from a plain body, in neutral words. */
  readonly members: Fields;
  readonly body: Fields | readonly Fields[];
  /** The body has only a part of the members, because the target refused several together. */
  readonly isPart: boolean;
  readonly exchange: Exchange;
}

/** What a run remembers from one check to the next, besides the records that it created and changed. */
export class Memory {
  /** Operations that were not over when a check's patience ended, so no other check waits as long for them. */
  readonly inVain = new Set<string>();
  /** Names of records that several checks share, by purpose. */
  readonly #names = new Map<string, string>();
  /** The time when the run began. Bodies that state a time use it, so that equal bodies stay equal. */
  readonly began = Date.now();
  /** Which members of writes later reads showed again. */
  readonly kept = new Kept();
  /**
   * A field name of matchers that a create accepted. The description does not say which names belong to which events.
   */
  matcherField: string | undefined;
  /** Writes that were accepted, so that no check has to repeat one only to see that the target accepts it. */
  readonly #accepted = new Map<string, Exchange>();
  /**
   * Started and still active, for example a simulation, by the operation that started it. The stories of a lane share
   * it.
   */
  readonly #standing = new Map<OperationId, { readonly version: RouteVersion; readonly exchange: Exchange }>();
  /** Records that a check waited for and did not use up, by the operation that works on them. */
  readonly #ready = new Map<string, Path>();

  /** Records that stay and that no write has used yet, oldest first, by the create that made them. */
  readonly #left = new Map<string, readonly Path[]>();
  /** The ids of all of these, because equal creates may answer with the same record several times. */
  readonly #known = new Set<string>();
  readonly #usedUp = new Set<string>();

  /** Bodies that several requirements are about, for writes whose records stay. */
  readonly #sent = new Map<string, readonly Sent[]>();

  /** Slow writes whose last one is known to be over, so a refusal cannot come from one in progress. */
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

  /** The name that all callers with the same purpose share; the first of them draws it. */
  nameFor(what: string, draw: () => string): string {
    const name = this.#names.get(what) ?? draw();
    this.#names.set(what, name);
    return name;
  }

  /** The newest record of this create that no write has used. */
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
  /** Marks a record as used by a write, so no other check takes it. */
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

  /** Forgets what earlier stories did, so that a repeated story observes everything itself. */
  forgetLives(): void {
    for (const known of [this.#accepted, this.#standing, this.#ready, this.#sent, this.rested]) known.clear();
  }
}

/** A call with only the values that the operation needs. */
const PLAIN = "plain";

const idOf = (path: Path): string | undefined => Object.values(path)[0];

const keyOf = (operation: OperationId, version: RouteVersion): string => `${operation} ${version}`;
