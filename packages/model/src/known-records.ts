import { KINDS, type Kind } from "./kinds.ts";
import type { Asked, Values } from "./observation.ts";
import { KnownRecord } from "./record.ts";

/** The most records that are kept; the oldest is forgotten first. */
const MOST_RECORDS = 10_000;

/** The records that answers have shown, by place, by id, and by the name in a path. */
export class KnownRecords {
  readonly #records = new Map<string, KnownRecord>();
  /** By kind and id, in every place. */
  readonly #byId = new Map<string, Set<KnownRecord>>();

  all(): Iterable<KnownRecord> {
    return this.#records.values();
  }

  ofKind(kind: Kind): readonly KnownRecord[] {
    return [...this.#records.values()].filter((one) => one.kind === kind);
  }

  /** Records of a kind in one place. */
  inPlace(kind: Kind, place: Values): readonly KnownRecord[] {
    return this.ofKind(kind).filter((one) => isSamePlace(one.place, place));
  }

  find(kind: Kind, place: Values, id = ""): KnownRecord | undefined {
    return this.#records.get(keyOf(kind, place, id));
  }

  /** The record with this id in a place; adds it if it is new. */
  at(kind: Kind, place: Values, id = ""): KnownRecord {
    return this.find(kind, place, id) ?? this.#remember(new KnownRecord(kind, id, place));
  }

  /** Records with one id in every place. */
  withId(kind: Kind, id: string): readonly KnownRecord[] {
    return [...(this.#byId.get(`${kind} ${id}`) ?? [])];
  }

  /** The record whose id is in a path. */
  named({ path }: Pick<Asked, "path">, kind: Kind): KnownRecord | undefined {
    const { parameter } = KINDS[kind];
    const id = parameter === undefined ? undefined : path[parameter];
    return id === undefined ? undefined : this.find(kind, within(path, kind), id);
  }

  /** Records that the path of a write addresses, by id or by name, in every place. */
  addressed({ path }: Pick<Asked, "path">, kind: Kind): readonly KnownRecord[] {
    const { id, named, parameter } = KINDS[kind];
    if (id === undefined) return [this.at(kind, within(path, kind))];
    const value = parameter === undefined ? undefined : path[parameter];
    const name = named === undefined ? undefined : path[named.parameter];
    const byId = value === undefined ? [] : this.withId(kind, value);
    if (name === undefined) return byId;
    return [...byId, ...this.ofKind(kind).filter((one) => (one.name ?? name) === name)];
  }

  #remember(record: KnownRecord): KnownRecord {
    const { kind, id, place } = record;
    const oldest = this.#records.size < MOST_RECORDS ? undefined : this.#records.entries().next().value;
    if (oldest !== undefined) this.#forget(...oldest);
    this.#records.set(keyOf(kind, place, id), record);
    const same = this.#byId.get(`${kind} ${id}`) ?? new Set();
    this.#byId.set(`${kind} ${id}`, same.add(record));
    return record;
  }

  #forget(key: string, record: KnownRecord): void {
    const { id, kind } = record;
    this.#records.delete(key);
    const same = this.#byId.get(`${kind} ${id}`);
    same?.delete(record);
    if (same?.size === 0) this.#byId.delete(`${kind} ${id}`);
  }
}

/** The part of a path that names the place of records of a kind. */
export function within(path: Values, kind: Kind): Values {
  const { parameter, within: names } = KINDS[kind];
  return Object.fromEntries(
    names.flatMap((name) => (path[name] === undefined || name === parameter ? [] : [[name, path[name]]])),
  );
}

const keyOf = (kind: Kind, place: Values, id: string): string =>
  `${kind} ${JSON.stringify(Object.entries(place).sort())} ${id}`;

const isSamePlace = (one: Values, other: Values): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === value);
