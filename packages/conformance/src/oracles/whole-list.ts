import type { Exchange } from "@plumbline/client";
import { jsonOf, member, wasAccepted } from "../expect/answers.ts";
import { listIn } from "./envelope.ts";

type Page = { readonly query: Readonly<Record<string, string>> };
const MOST_PAGES = 30;

/**
 * All records of a list, read page by page at the default size; `undefined` when the pages are not to be had, do not add
 * up with totalCount or are too many. Whether pages add up is the business of the paging rules.
 */
export async function wholeList(
  ask: (page: Page) => Promise<Exchange>,
  query: Readonly<Record<string, string>> = {},
  idName = "id",
): Promise<readonly unknown[] | undefined> {
  const records: unknown[] = [];
  const ids = new Set<unknown>();
  for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum += 1) {
    const exchange = await ask({ query: { ...query, pageNum: String(pageNum) } });
    const page = wasAccepted(exchange) ? listIn(jsonOf(exchange)) : undefined;
    if (page === undefined) return undefined;
    const total = member(jsonOf(exchange), "totalCount");
    for (const record of page) {
      const id = member(record, idName);
      if (ids.has(id)) return undefined;
      ids.add(id);
      records.push(record);
    }
    if (page.length < 100) return typeof total === "number" && total !== records.length ? undefined : records;
  }
  return undefined;
}
