import { type BoundOperation, type Contract, versionLabel } from "@plumbline/schemas";
import type { Contradiction } from "./contradiction.ts";
import { listIn, totalIn } from "./json.ts";
import type { Kind } from "./kinds.ts";
import { type Asked, askedOf, type Observation, type Values } from "./observation.ts";

/** Records of a list that is asked for no other number. */
const USUAL_PAGE = 100;

/** Parameters that change the form of an answer, and not of what it tells. */
const FORM: ReadonlySet<string> = new Set(["envelope", "includeCount", "itemsPerPage", "pageNum", "pretty"]);

/** What lists say that they have: as many as the first page shows where that shows all, on every page and in every version. */
export class Totals {
  readonly #contract: Contract;
  /** By operation, place and filters. */
  readonly #known = new Map<string, { readonly total: number; readonly asked: Asked; readonly exchange: string }>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Something was written: what a list has may be another number from now on. */
  forget(): void {
    this.#known.clear();
  }

  /**
   * What the total of an answer contradicts; "upheld" where it agrees, and nothing where there is none.
   * @param isQuiet nothing is written meanwhile: otherwise two reads may rightly count differently
   */
  see(seen: Observation, kind: Kind | undefined, isQuiet: boolean): Contradiction | "upheld" | undefined {
    const { came, exchange, operation, query, version } = seen;
    if (came.kind !== "done" || !isPaged(this.#contract.operation(operation))) return undefined;
    const [records, total] = [listIn(came.json), totalIn(came.json)];
    if (records === undefined || total === undefined) return undefined;
    const asked = askedOf(seen);
    const key = listKey(asked);
    const known = isQuiet ? this.#known.get(key) : undefined;
    if (isQuiet && (known === undefined || known.total === total)) this.#known.set(key, { total, asked, exchange });
    const told = {
      class: "count",
      kind,
      operation,
      version,
      id: Object.values(seen.path).join(" "),
      isOwn: false,
      received: `totalCount: ${total}`,
      exchange,
      mayBeLate: true,
    } as const;
    const page = Number(query["pageNum"] ?? 1);
    const isExact = page === 1 && records.length < sizeOf(query);
    if (page === 1 && (isExact ? total !== records.length : total < records.length)) {
      const expected = `totalCount: ${isExact ? "" : "at least "}${records.length}, as many as there are`;
      const next = { ...asked, query: { ...query, pageNum: "2" } };
      return { ...told, expected, known: exchange, again: [asked], ...(isExact && { next }) };
    }
    if (known === undefined || known.total === total) return "upheld";
    const expected = `totalCount: ${known.total}, as ${saidOf(known.asked)} says`;
    return { ...told, expected, known: known.exchange, again: [known.asked, asked] };
  }
}

/** Whether a list shows all records of its place: it was asked for no part, and says that there are no more. */
export function isAll({ came, query }: Observation, operation: BoundOperation, count: number): boolean {
  if (Object.keys(query).some((name) => !FORM.has(name)) || (query["pageNum"] ?? "1") !== "1") return false;
  if (!isPaged(operation)) return true;
  // A page may be smaller than it should be: without a total nobody knows.
  return count < sizeOf(query) && came.kind === "done" && totalIn(came.json) === count;
}

/** Version 1.0 knows one provider of export buckets, so its list may leave out those of the second. */
const APART: ReadonlySet<string> = new Set(["listExportBuckets"]);

/** The same for all pages of one list, in every version that lists the same records. */
function listKey({ operation, path, query, version }: Asked): string {
  const filters = Object.entries(query).filter(([name]) => !FORM.has(name));
  const own = APART.has(operation) ? [version] : [];
  return JSON.stringify([operation, ...own, Object.entries(path).sort(), filters.sort()]);
}

const isPaged = ({ query }: BoundOperation): boolean => query.some(({ name }) => name === "itemsPerPage");

const sizeOf = (query: Values): number => Number(query["itemsPerPage"] ?? USUAL_PAGE);

const saidOf = ({ query, version }: Asked): string =>
  `page ${query["pageNum"] ?? 1} in version ${versionLabel(version)}`;
