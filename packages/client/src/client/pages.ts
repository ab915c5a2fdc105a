import { type Answer, answered, type Exchange } from "../exchange.ts";
import { ApiError } from "./api-error.ts";

/** One page with its exchange. */
export interface Page {
  readonly value: unknown;
  readonly exchange: Exchange;
}

/**
 * Reads the pages of a list by number until a page is not full, or until it has read `totalCount` records.
 * @throws ApiError if a page has no list, or if the same page comes twice in a row: such a server would never end.
 */
export async function* walkPages(
  itemsPerPage: number,
  fetchPage: (pageNum: number) => Promise<Page>,
): AsyncGenerator<unknown> {
  let seen = 0;
  let before: string | undefined;
  for (let pageNum = 1; ; pageNum++) {
    const { value, exchange } = await fetchPage(pageNum);
    if (!answered(exchange)) return;
    const answer: Answer = exchange.response;
    const { results, totalCount } = listOf(value);
    if (results === undefined)
      throw new ApiError(exchange, answer, 'expected a "results" array in the body, received none');
    if (results.length > 0 && answer.body === before) {
      throw new ApiError(exchange, answer, `expected another page ${pageNum}, received the one before again`);
    }
    yield* results;
    seen += results.length;
    before = answer.body;
    if (results.length < itemsPerPage || (totalCount !== undefined && seen >= totalCount)) return;
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
