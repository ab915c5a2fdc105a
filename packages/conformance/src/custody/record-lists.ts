import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../expect/answers.ts";
import { member } from "../json.ts";
import { NotSentError } from "../kernel/not-sent-error.ts";
import { listIn } from "../oracles/envelope.ts";
import type { Path } from "../writes/fields.ts";
import type { Makes } from "../writes/write.ts";
import type { MadeEntry } from "./entry.ts";
import { keyOf } from "./keys.ts";
import type { UndoParts } from "./undo-parts.ts";

/** The most that is looked at of one list: more than this and ids cannot be told from those that were there before. */
const PAGE = 500;
const MOST_PAGES = 40;

/** One list of records. */
export interface RecordList {
  readonly key: string;
  readonly effect: Makes;
  /** Ids that were there before the run made anything; `undefined` when the list could not be read whole. */
  readonly known: Promise<ReadonlySet<string> | undefined>;
  /** All records now; `undefined` when they cannot be had. */
  readonly now: () => Promise<readonly unknown[] | undefined>;
}

type Seen = (list: OperationId, path: Path, ids: ReadonlySet<string>) => void;

/** The lists in which a run makes records, each read before the first of them is made there. */
export class RecordLists {
  readonly #parts: UndoParts;
  readonly #seen: Seen;
  readonly #all = new Map<string, RecordList>();
  readonly #told = new Map<string, ReadonlySet<string>>();

  /** `seen` hears of the ids of a list before the run made anything there. */
  constructor(parts: UndoParts, seen: Seen) {
    this.#parts = parts;
    this.#seen = seen;
  }

  get all(): readonly RecordList[] {
    return [...this.#all.values()];
  }

  /** The list that a record belongs to; `undefined` where records of its kind are listed nowhere. */
  of({ effect, path, listedAt }: Pick<MadeEntry, "effect" | "path" | "listedAt">): RecordList | undefined {
    const { list } = effect;
    // The newest form says most, of what becomes of a record above all.
    const served = list && this.#parts.served(list, "2");
    if (list === undefined || served === undefined) return undefined;
    const { [effect.parameter]: _own, ...where } = { ...path, ...listedAt };
    const key = keyOf(list, where);
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const now = (): Promise<readonly unknown[] | undefined> => this.#read(effect, list, served, where);
    const told = this.#told.get(key);
    const recordList: RecordList = {
      key,
      effect,
      now,
      known: told === undefined ? this.#first(now, effect, list, where) : Promise.resolve(told),
    };
    this.#all.set(key, recordList);
    return recordList;
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
    this.#seen(list, path, ids);
    return ids;
  }

  async #read(
    { records: recordsIn }: Makes,
    list: OperationId,
    version: RouteVersion,
    path: Path,
  ): Promise<readonly unknown[] | undefined> {
    const paged = this.#parts.contract.operation(list).query.some(({ name }) => name === "itemsPerPage");
    const records: unknown[] = [];
    for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum += 1) {
      const query = paged ? { query: { itemsPerPage: String(PAGE), pageNum: String(pageNum) } } : {};
      const exchange = await this.#parts.ask({ operation: list, version, path, ...query }).catch(ignoreNotSent);
      if (exchange === undefined) return undefined;
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

/** A target that is gone shows no list. */
function ignoreNotSent(error: unknown): undefined {
  if (!(error instanceof NotSentError)) throw error;
}

const idsOf = (records: readonly unknown[], idName: string): ReadonlySet<string> =>
  new Set(records.map((record) => member(record, idName)).filter((id) => typeof id === "string"));
