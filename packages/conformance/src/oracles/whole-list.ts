import type { Exchange } from "@plumbline/client";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import { listIn } from "./envelope.ts";

type Page = { readonly query: Readonly<Record<string, string>> };
const MOST_PAGES = 30;

/**
 * Another client that creates or deletes records between two pages moves others to the next page. Another reading may
 * be free of that.
 */
const READINGS = 4;

type Ask = (page: Page) => Promise<Exchange>;

interface Reading {
  readonly query?: Readonly<Record<string, string>>;
  readonly idName?: string;
  /** The reading ends with the page that has this record. */
  readonly sought?: (record: unknown) => boolean;
}

/**
 * All records of a list, read page by page at the default size. Returns `undefined` if a page is refused, if the list
 * has too many pages, or if no reading agrees with `totalCount`. The paging requirements judge whether pages agree.
 */
export async function wholeList(ask: Ask, reading: Reading = {}): Promise<readonly unknown[] | undefined> {
  for (let time = 1; time <= READINGS; time += 1) {
    const records = await readOnce(ask, reading);
    if (records !== "moved") return records;
  }
  return undefined;
}

async function readOnce(
  ask: Ask,
  { query, idName = "id", sought }: Reading,
): Promise<readonly unknown[] | "moved" | undefined> {
  const records: unknown[] = [];
  const ids = new Set<unknown>();
  const totals = new Set<unknown>();
  for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum += 1) {
    const exchange = await ask({ query: { ...query, pageNum: String(pageNum) } });
    const page = wasAccepted(exchange) ? listIn(jsonOf(exchange)) : undefined;
    if (page === undefined) return undefined;
    if (sought && page.some(sought)) return [...records, ...page];
    const total = member(jsonOf(exchange), "totalCount");
    totals.add(total);
    for (const record of page) {
      const id = member(record, idName);
      if (ids.has(id)) return "moved";
      ids.add(id);
      records.push(record);
    }
    if (page.length < 100) {
      const addsUp = typeof total !== "number" || (totals.size === 1 && total === records.length);
      return addsUp ? records : "moved";
    }
  }
  return undefined;
}
