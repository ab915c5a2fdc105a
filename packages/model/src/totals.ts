import { type BoundOperation, type Contract, versionLabel } from "@plumbline/schemas";
import type { Contradiction } from "./contradiction.ts";
import { listIn, totalIn } from "./json.ts";
import type { Kind } from "./kinds.ts";
import { type Asked, askedOf, type Observation, type Values } from "./observation.ts";

/** The size of a page if the request does not set it. */
const USUAL_PAGE = 100;

/** Parameters that change the form of an answer, but not its content. */
const FORM: ReadonlySet<string> = new Set(["envelope", "includeCount", "itemsPerPage", "pageNum", "pretty"]);

/**
 * The totals of lists. A total must equal the number of records if the first page shows them all, and be the same on
 * every page and in every version.
 */
export class Totals {
  readonly #contract: Contract;
  /** By operation, place and filters. */
  readonly #known = new Map<string, { readonly total: number; readonly asked: Asked; readonly exchange: string }>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** A write took effect or may have, so lists may have other totals from now on. */
  forget(): void {
    this.#known.clear();
  }

  /**
   * The contradiction in the total of an answer; "upheld" if it agrees, and `undefined` if the answer has no total.
   * @param isQuiet no write is under way: otherwise two reads may correctly count differently
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

/**
 * Whether a list shows all records of its place: the request asked for no part, and the answer says that there are no
 * more.
 */
export function isAll({ came, query }: Observation, operation: BoundOperation, count: number): boolean {
  if (Object.keys(query).some((name) => !FORM.has(name)) || (query["pageNum"] ?? "1") !== "1") return false;
  if (!isPaged(operation)) return true;
  // A page may be shorter than its size, so only the total shows that the list is complete.
  return count < sizeOf(query) && came.kind === "done" && totalIn(came.json) === count;
}

/** Version 1.0 knows one provider of export buckets, so its list may leave out those of the second. */
const APART: ReadonlySet<string> = new Set(["listExportBuckets"]);

/** The same key for all pages of one list, in every version that lists the same records. */
function listKey({ operation, path, query, version }: Asked): string {
  const filters = Object.entries(query).filter(([name]) => !FORM.has(name));
  const own = APART.has(operation) ? [version] : [];
  return JSON.stringify([operation, ...own, Object.entries(path).sort(), filters.sort()]);
}

const isPaged = ({ query }: BoundOperation): boolean => query.some(({ name }) => name === "itemsPerPage");

const sizeOf = (query: Values): number => Number(query["itemsPerPage"] ?? USUAL_PAGE);

const saidOf = ({ query, version }: Asked): string =>
  `page ${query["pageNum"] ?? 1} in version ${versionLabel(version)}`;
