import { type Asked, askedOf, type Observation } from "./observation.ts";

/** Records whose list is remembered; the oldest are forgotten first. */
const MOST_LISTED = 20_000;

/** Where a record was listed before. */
export interface Listed {
  readonly asked: Asked;
  readonly exchange: string;
}

/** Which place each record was listed in, where a list shows those of one place alone. */
export class Listings {
  readonly #known = new Map<string, Listed>();

  /** The list of another place that has shown the record of this id; nothing where this is the first, or the same. */
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

/** The place that a request names, in words: its path parameters in the order of their names. */
export const placeOf = ({ path }: Pick<Asked, "path">): string =>
  Object.entries(path)
    .sort()
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");

/** A service that takes ids and names in any case answers with the same place for both; whether it may is for other rules. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
