import { answered, type Exchange } from "../exchange.ts";
import { ApiError } from "./api-error.ts";

/** One page with its exchange. */
export interface Page {
  readonly value: unknown;
  readonly exchange: Exchange;
}

/** A walk ends with an error after this many pages: a list that grows faster than it is read would never end. */
const MOST_PAGES = 10_000;

/**
 * Reads the pages of a list by number until it has read `totalCount` records, or without a count until a page is not
 * full. A server may send fewer records per page than asked, so its largest page so far tells how many fill one.
 * @throws ApiError if a page has no list, if a full page comes twice in a row, or after MOST_PAGES pages.
 */
export async function* walkPages(
  { itemsPerPage, firstPage }: { readonly itemsPerPage: number; readonly firstPage: number },
  fetchPage: (pageNum: number) => Promise<Page>,
): AsyncGenerator<unknown> {
  let [seen, largest] = [0, 0];
  let before: string | undefined;
  for (let pageNum = firstPage; ; pageNum++) {
    const { value, exchange } = await fetchPage(pageNum);
    if (!answered(exchange)) return;
    const refuse = (reason: string): ApiError => new ApiError(exchange, exchange.response, reason);
    const { results, totalCount } = listOf(value);
    if (results === undefined) throw refuse('expected a "results" array in the body, received none');
    if (results.length === 0) return;
    // Compares records, because the rest of the body may change with each answer.
    const text = JSON.stringify(results);
    if (text === before) {
      // A server without pages sends all records each time. A full page is not known to be all of them.
      if (results.length < itemsPerPage && totalCount === undefined) return;
      throw refuse(`expected another page ${pageNum}, received the one before again; the server may ignore pageNum`);
    }
    yield* results;
    seen += results.length;
    largest = Math.max(largest, results.length);
    before = text;
    const skipped = (firstPage - 1) * largest;
    if (totalCount === undefined ? results.length < largest : skipped + seen >= totalCount) return;
    if (pageNum - firstPage + 1 >= MOST_PAGES)
      throw refuse(`expected the list to end within ${MOST_PAGES} pages, received more; narrow the query`);
  }
}

/** The list in a body, at its top or in an envelope's `content`. */
function listOf(value: unknown): { results?: readonly unknown[]; totalCount?: number } {
  const top = member(value, "results") === undefined ? member(value, "content") : value;
  const results = member(top, "results");
  const totalCount = member(top, "totalCount");
  return {
    ...(Array.isArray(results) && { results }),
    ...(typeof totalCount === "number" && { totalCount }),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
