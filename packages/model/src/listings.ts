import { type Asked, askedOf, type Observation } from "./observation.ts";

/** The most records whose list is kept; the oldest are forgotten first. */
const MOST_LISTED = 20_000;

/** The earlier request that listed a record, and its exchange. */
export interface Listed {
  readonly asked: Asked;
  readonly exchange: string;
}

/** The place in which each record was listed, for lists that show only the records of one place. */
export class Listings {
  readonly #known = new Map<string, Listed>();

  /** The list of another place that has shown this id; `undefined` if there was none or it was the same place. */
  see(seen: Observation, id: string): Listed | undefined {
    const key = `${seen.operation} ${id}`;
    const known = this.#known.get(key);
    if (known !== undefined) return isSame(placeOf(known.asked), placeOf(seen)) ? undefined : known;
    const oldest = this.#known.size < MOST_LISTED ? undefined : this.#known.keys().next().value;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, { asked: askedOf(seen), exchange: seen.exchange });
    return undefined;
  }
}

/** The place of a request, in words: its path parameters in the order of their names. */
export const placeOf = ({ path }: Pick<Asked, "path">): string =>
  Object.entries(path)
    .sort()
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");

/**
 * A service that accepts ids and names in any case answers both with the same place. Other rules judge whether it may.
 */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
