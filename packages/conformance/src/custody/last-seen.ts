import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import { KINDS, type Kind } from "../writes/kinds.ts";
import type { Sighting, Sightings } from "./sightings.ts";
import type { CameTo } from "./sweep.ts";

/** Writes of one operation, version and outcome. */
export interface SentWrites {
  readonly operation: WriteId;
  readonly version: RouteVersion;
  readonly cameTo: CameTo;
  /** Its own kind, and those that it reached. */
  readonly kinds: readonly Kind[];
}

/** Where records of a kind were seen. */
export interface SeenPlace {
  readonly kind: Kind;
  readonly path: Path;
  readonly seen: Sightings;
}

/** What every record looked like when it was last seen, region by region, and what the run has sent since then. */
export class LastSeen {
  readonly #places = new Map<string, SeenPlace & { readonly seen: Map<string, Sighting> }>();
  /** When each record was seen, by its region and itself. */
  readonly #times = new Map<string, number>();
  /** When the last write of each operation, version and outcome was answered. */
  readonly #sent = new Map<string, { readonly writes: SentWrites; readonly at: number }>();

  get places(): readonly SeenPlace[] {
    return [...this.#places.values()];
  }

  place(region: string): SeenPlace | undefined {
    return this.#places.get(region);
  }

  /**
   * Takes note of a look.
   * @param at when it began, on the clock that never steps
   */
  sees(region: string, { kind, path, seen }: SeenPlace, at: number): void {
    const place = this.#places.get(region) ?? { kind, path, seen: new Map() };
    this.#places.set(region, place);
    const all = [...seen];
    // What one list shows is all that there is.
    if (isWhole(kind)) place.seen.clear();
    for (const [key, sighting] of all) {
      place.seen.set(key, sighting);
      this.#times.set(`${region} ${key}`, at);
    }
  }

  sends(writes: SentWrites, at: number): void {
    this.#sent.set(`${writes.operation} ${writes.version} ${writes.cameTo}`, { writes, at });
  }

  /** What was seen in a region before, as far as another look at it covers that. */
  earlier(region: string, now: Sightings): Sightings {
    const place = this.#places.get(region);
    return new Map([...(place?.seen ?? [])].filter(([key, { kind }]) => isWhole(kind) || now.has(key)));
  }

  /** When a record was seen last. */
  timeOf(region: string, { kind, id }: Sighting): number {
    return this.#times.get(`${region} ${kind} ${id}`) ?? 0;
  }

  /** What was sent since a record was seen: of its kind where anything was, of others where nothing else can have done it. */
  since(region: string, sighting: Sighting): readonly SentWrites[] {
    const time = this.timeOf(region, sighting);
    const all = [...this.#sent.values()].filter(({ at }) => at >= time).map(({ writes }) => writes);
    const ofKind = all.filter(({ kinds }) => kinds.includes(sighting.kind));
    return ofKind.length > 0 ? ofKind : all;
  }
}

const isWhole = (kind: Kind): boolean => KINDS[kind].sight?.how === "list";
