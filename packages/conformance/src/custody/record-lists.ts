import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import { member } from "../ground/json.ts";
import type { Makes } from "../writes/write.ts";
import type { MadeEntry } from "./entry.ts";
import { keyOf } from "./keys.ts";
import { readWhole } from "./read-whole.ts";
import type { UndoParts } from "./undo-parts.ts";

/** A list that may contain records of the run. */
export interface RecordList {
  readonly key: string;
  readonly effect: Makes;
  /** Ids that existed before the run created anything; `undefined` if the complete list could not be read. */
  readonly known: Promise<ReadonlySet<string> | undefined>;
  /** Reads all records; `undefined` if that is not possible. */
  readonly now: () => Promise<readonly unknown[] | undefined>;
  /** The same in the older version, if the target serves the list there. */
  readonly older: () => Promise<readonly unknown[] | undefined>;
}

type Seen = (list: OperationId, path: Path, ids: ReadonlySet<string>) => void;

/** The lists in which a run creates records; it reads each before it creates the first one there. */
export class RecordLists {
  readonly #parts: UndoParts;
  readonly #seen: Seen;
  readonly #all = new Map<string, RecordList>();
  readonly #told = new Map<string, ReadonlySet<string>>();

  /** @param seen receives the ids of a list before the run created anything there */
  constructor(parts: UndoParts, seen: Seen) {
    this.#parts = parts;
    this.#seen = seen;
  }

  get all(): readonly RecordList[] {
    return [...this.#all.values()];
  }

  /** The list of a record; `undefined` if no list shows its kind. */
  of({ effect, path, listedAt }: Pick<MadeEntry, "effect" | "path" | "listedAt">): RecordList | undefined {
    const { list } = effect;
    // The newest version shows most, especially the state of a removed record.
    const served = list && this.#parts.served(list, "2");
    if (list === undefined || served === undefined) return undefined;
    const { [effect.parameter]: _own, ...where } = { ...path, ...listedAt };
    const key = keyOf(list, where);
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const within = (version: RouteVersion) => readWhole(this.#parts, list, version, where, effect.records);
    const now = (): Promise<readonly unknown[] | undefined> => within(served);
    const hasOlder = served === "2" && this.#parts.served(list, "1.0") === "1.0";
    const told = this.#told.get(key);
    const recordList: RecordList = {
      key,
      effect,
      now,
      older: async () => (hasOlder ? within("1.0") : undefined),
      known: told === undefined ? this.#first(now, effect, list, where) : Promise.resolve(told),
    };
    this.#all.set(key, recordList);
    return recordList;
  }

  /** Takes the earlier ids of a list from a journal. */
  adopt(list: OperationId, path: Path, ids: ReadonlySet<string>): void {
    this.#told.set(keyOf(list, path), ids);
  }

  async #first(
    now: () => Promise<readonly unknown[] | undefined>,
    effect: Makes,
    list: OperationId,
    path: Path,
  ): Promise<ReadonlySet<string> | undefined> {
    const records = await now();
    if (records === undefined) return undefined;
    const ids = idsOf(records, this.#parts.contract.field(effect.id));
    this.#seen(list, path, ids);
    return ids;
  }
}

const idsOf = (records: readonly unknown[], idName: string): ReadonlySet<string> =>
  new Set(records.map((record) => member(record, idName)).filter((id) => typeof id === "string"));
