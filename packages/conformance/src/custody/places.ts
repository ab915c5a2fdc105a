import type { Exchange } from "@plumbline/client";
import type { Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import { jsonOf, member, wasAccepted } from "../expect/answers.ts";
import type { Call } from "../kernel/call.ts";
import { listIn } from "../oracles/envelope.ts";
import type { Makes, Path } from "../writes/write.ts";

/** The most that is looked at of one list: more than this and ids cannot be told from those that were there before. */
const PAGE = 500;
const MOST_PAGES = 40;

/** One list of records. */
export interface Place {
  readonly key: string;
  readonly effect: Makes;
  /** Ids that were there before the run made anything; `undefined` when the list could not be read whole. */
  readonly known: Promise<ReadonlySet<string> | undefined>;
  /** All records now; `undefined` when they cannot be had. */
  readonly now: () => Promise<readonly unknown[] | undefined>;
}

interface PlacesParts {
  readonly ask: (call: Call) => Promise<Exchange>;
  /** The version in which an operation is served, the given one where that is among them. */
  readonly served: (operation: OperationId, wanted: RouteVersion) => RouteVersion | undefined;
  readonly pages: (operation: OperationId) => boolean;
  /** The wire name of a member. */
  readonly contract: Contract;
  /** Hears of the ids of a list before the run made anything there. */
  readonly seen: (list: OperationId, path: Path, ids: ReadonlySet<string>) => void;
}

/** The lists in which a run makes records, each read before the first of them is made there. */
export class Places {
  readonly #parts: PlacesParts;
  readonly #all = new Map<string, Place>();
  readonly #told = new Map<string, ReadonlySet<string>>();

  constructor(parts: PlacesParts) {
    this.#parts = parts;
  }

  get all(): readonly Place[] {
    return [...this.#all.values()];
  }

  /** The list that a record belongs to; `undefined` where records of its kind are listed nowhere. */
  of(effect: Makes, path: Path): Place | undefined {
    const { list } = effect;
    // The newest form says most, of what becomes of a record above all.
    const served = list && this.#parts.served(list, "2");
    if (list === undefined || served === undefined) return undefined;
    const { [effect.parameter]: _own, ...where } = path;
    const key = keyOf(list, where);
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const now = (): Promise<readonly unknown[] | undefined> => this.#read(effect, list, served, where);
    const told = this.#told.get(key);
    const place: Place = {
      key,
      effect,
      now,
      known: told === undefined ? this.#first(now, effect, list, where) : Promise.resolve(told),
    };
    this.#all.set(key, place);
    return place;
  }

  /** Takes the word of a journal for what was in a list before the run. */
  tell(list: OperationId, path: Path, ids: ReadonlySet<string>): void {
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
    this.#parts.seen(list, path, ids);
    return ids;
  }

  async #read(
    { records: recordsIn }: Makes,
    list: OperationId,
    version: RouteVersion,
    path: Path,
  ): Promise<readonly unknown[] | undefined> {
    const paged = this.#parts.pages(list);
    const records: unknown[] = [];
    for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum += 1) {
      const query = paged ? { query: { itemsPerPage: String(PAGE), pageNum: String(pageNum) } } : {};
      const exchange = await this.#parts.ask({ operation: list, version, path, ...query });
      const json = jsonOf(exchange);
      const page = wasAccepted(exchange) ? (recordsIn?.(json, this.#parts.contract) ?? listIn(json)) : undefined;
      if (page === undefined) return undefined;
      records.push(...page);
      // A server that knows no pages shows all of it each time; one that cuts pages shorter tells by its total.
      const total = member(jsonOf(exchange), "totalCount");
      if (!paged || page.length === 0) return records;
      if (typeof total === "number" ? records.length >= total : page.length < PAGE) return records;
    }
    return undefined;
  }
}

const keyOf = (list: OperationId, path: Path): string => `${list} ${JSON.stringify(Object.entries(path).sort())}`;

const idsOf = (records: readonly unknown[], idName: string): ReadonlySet<string> =>
  new Set(records.map((record) => member(record, idName)).filter((id) => typeof id === "string"));
