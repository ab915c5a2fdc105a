import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import { KINDS, type Kind } from "../writes/kinds.ts";
import type { Sighting, Sightings } from "./sightings.ts";
import type { CameTo } from "./sweep.ts";

/** All writes of one operation, version and outcome. */
export interface SentWrites {
  readonly operation: WriteId;
  readonly version: RouteVersion;
  readonly cameTo: CameTo;
  /** The kind of the operation, and the kinds that it reached. */
  readonly kinds: readonly Kind[];
}

/** The records of a kind that a place showed. */
export interface SeenPlace {
  readonly kind: Kind;
  readonly path: Path;
  readonly seen: Sightings;
}

/** Keeps the last known state of every record, by region, and the writes that the run has sent since. */
export class LastSeen {
  readonly #places = new Map<string, SeenPlace & { readonly seen: Map<string, Sighting> }>();
  /** The time of the last look at each record, by region, kind and id. */
  readonly #times = new Map<string, number>();
  /** The time of the last answer, by operation, version and outcome. */
  readonly #sent = new Map<string, { readonly writes: SentWrites; readonly at: number }>();

  get places(): readonly SeenPlace[] {
    return [...this.#places.values()];
  }

  place(region: string): SeenPlace | undefined {
    return this.#places.get(region);
  }

  /**
   * Records the result of a look.
   * @param at when the look began, on the monotonic clock
   */
  recordLook(region: string, { kind, path, seen }: SeenPlace, at: number): void {
    const place = this.#places.get(region) ?? { kind, path, seen: new Map() };
    this.#places.set(region, place);
    const all = [...seen];
    // A list shows all records, so it replaces the earlier state.
    if (isWhole(kind)) place.seen.clear();
    for (const [key, sighting] of all) {
      place.seen.set(key, sighting);
      this.#times.set(`${region} ${key}`, at);
    }
  }

  recordWrites(writes: SentWrites, at: number): void {
    this.#sent.set(`${writes.operation} ${writes.version} ${writes.cameTo}`, { writes, at });
  }

  /** The earlier state of a region, as far as another look covers it. */
  earlier(region: string, now: Sightings): Sightings {
    const place = this.#places.get(region);
    return new Map([...(place?.seen ?? [])].filter(([key, { kind }]) => isWhole(kind) || now.has(key)));
  }

  /** When a record was last seen. */
  timeOf(region: string, { kind, id }: Sighting): number {
    return this.#times.get(`${region} ${kind} ${id}`) ?? 0;
  }

  /** The writes since a record was last seen: those of its kind, or all writes if none of them concerned its kind. */
  since(region: string, sighting: Sighting): readonly SentWrites[] {
    const time = this.timeOf(region, sighting);
    const all = [...this.#sent.values()].filter(({ at }) => at >= time).map(({ writes }) => writes);
    const ofKind = all.filter(({ kinds }) => kinds.includes(sighting.kind));
    return ofKind.length > 0 ? ofKind : all;
  }
}

const isWhole = (kind: Kind): boolean => KINDS[kind].sight?.how === "list";
