import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../client.ts";
import type { Exchange } from "../exchange.ts";
import { serveHttp } from "../server.test-support.ts";
import { ApiError } from "./api-error.ts";
import { InvalidCallError } from "./invalid-call-error.ts";
import { walkPages } from "./pages.ts";

const path = { groupId: "5f0000000000000000000001" };

interface Asked {
  readonly size: number;
  readonly page: number;
}

/** A client of a server that answers each page with this body, and the pages that it asked for. */
async function open(bodyOf: (asked: Asked) => unknown) {
  const pages: number[] = [];
  const baseUrl = await serveHttp((request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? "", "http://h").searchParams;
    const asked = { size: Number(query.get("itemsPerPage") ?? 100), page: Number(query.get("pageNum")) };
    pages.push(asked.page);
    response.end(JSON.stringify(bodyOf(asked)));
  });
  const credential = { scheme: "basic", label: "l", username: "u", password: "p" } as const;
  const client = createClient({ baseUrl, credential });
  onTestFinished(() => client.close());
  const walk = async (query: { itemsPerPage?: number; pageNum?: number } = {}, most = 100_000) => {
    const found: unknown[] = [];
    for await (const record of client.paginate("listAlertConfigs", { path, query })) {
      found.push(record);
      if (found.length >= most) break;
    }
    return found;
  };
  return { client, walk, pages };
}

const answeredWith = (status: number): Exchange => ({
  id: "x1",
  request: { method: "GET", url: "http://h/", headers: [], credential: { scheme: "none" } },
  response: { status, headers: [], body: "", bodyBytes: 0, invalidUtf8: false, json: undefined },
  startedAt: 0,
  milliseconds: 0,
});

const records = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ id: from + at }));

/** A list of `total` records, of which a page has at most `cap`. */
const listOf =
  (total: number, counted: boolean, cap = 500) =>
  ({ size, page }: Asked) => {
    const real = Math.min(size, cap);
    const results = records(Math.min(total, (page - 1) * real), Math.min(total, page * real));
    return counted ? { results, totalCount: total } : { status: 200, content: { results } };
  };

test.each([
  [7, true, [1, 2, 3]],
  [6, true, [1, 2]],
  [6, false, [1, 2, 3]],
  [7, false, [1, 2, 3]],
  [0, true, [1]],
  [0, false, [1]],
])("%i records (counted: %s) take the pages %j of three", async (total, counted, asked) => {
  const { walk, pages } = await open(listOf(total, counted));
  expect(await walk({ itemsPerPage: 3 })).toEqual(records(0, total));
  expect(pages).toEqual(asked);
});

test.each([
  [250, true, [1, 2, 3]],
  [200, true, [1, 2]],
  [250, false, [1, 2, 3]],
  [200, false, [1, 2, 3]],
])("a server that caps its pages at 100 loses none of %i records (counted: %s)", async (total, counted, asked) => {
  const { walk, pages } = await open(listOf(total, counted, 100));
  expect(await walk({ itemsPerPage: 500 })).toEqual(records(0, total));
  expect(pages).toEqual(asked);
});

test("the walk begins at the caller's pageNum", async () => {
  const full = await open(listOf(250, true));
  expect(await full.walk({ itemsPerPage: 100, pageNum: 2 })).toEqual(records(100, 250));
  expect(full.pages.slice(0, 2)).toEqual([2, 3]);
  const capped = await open(listOf(950, true, 100));
  expect(await capped.walk({ itemsPerPage: 500, pageNum: 3 })).toEqual(records(200, 950));
  expect(capped.pages[0]).toBe(3);
  const uncounted = await open(listOf(250, false));
  expect(await uncounted.walk({ itemsPerPage: 100, pageNum: 3 })).toEqual(records(200, 250));
});

test("an unusable pageNum is refused before anything is sent", async () => {
  const { client, pages } = await open(listOf(1, true));
  for (const pageNum of [0, -1, 1.5, Number.NaN]) {
    const open = () => client.paginate("listAlertConfigs", { path, query: { pageNum } });
    expect(open).toThrow(InvalidCallError);
    expect(open).toThrow(`expected pageNum to be a whole number of at least 1, received ${pageNum}`);
  }
  expect(pages).toEqual([]);
});

test("a full page that comes again ends the walk with an error, whatever else the answer changes", async () => {
  let answers = 0;
  const growing = await open(() => ({ results: records(0, 2), totalCount: 100 + answers++ }));
  await expect(growing.walk({ itemsPerPage: 2 })).rejects.toThrow(ApiError);
  expect(growing.pages).toEqual([1, 2]);
  const silent = await open(() => ({ results: records(0, 2), at: answers++ }));
  await expect(silent.walk({ itemsPerPage: 2 })).rejects.toThrow(/expected another page 2, received the one before/);
  expect(silent.pages).toEqual([1, 2]);
});

test("a server without pages and count, whose list is shorter than a page, sends each record once", async () => {
  const { walk, pages } = await open(() => ({ results: records(0, 2) }));
  expect(await walk()).toEqual(records(0, 2));
  expect(pages).toEqual([1, 2]);
});

test("a count that is too large ends with the first empty page", async () => {
  const { walk } = await open(({ page }) => ({ results: page === 1 ? records(0, 2) : [], totalCount: 50 }));
  expect(await walk()).toEqual(records(0, 2));
});

test("a list that grows faster than it is read ends with an error", async () => {
  let asked = 0;
  // Without a server, because ten thousand requests take ten seconds.
  const walk = walkPages({ itemsPerPage: 1, firstPage: 5 }, async (pageNum) => {
    asked += 1;
    return { value: { results: [pageNum], totalCount: pageNum + 1 }, exchange: answeredWith(200) };
  });
  const drain = async () => {
    for await (const _ of walk);
  };
  await expect(drain()).rejects.toThrow(/expected the list to end within 10000 pages, received more/);
  expect(asked).toBe(10_000);
});

test("a body without a list ends the walk with an error", async () => {
  const { walk, pages } = await open(() => ({ other: [] }));
  await expect(walk()).rejects.toThrow('expected a "results" array in the body, received none');
  expect(pages).toEqual([1]);
});
