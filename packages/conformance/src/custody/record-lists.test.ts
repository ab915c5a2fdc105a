import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { alertConfigWrites } from "../writes/alert-configs.ts";
import { clusterWrites } from "../writes/clusters.ts";
import { migrationWrites } from "../writes/migrations.ts";
import { searchWrites } from "../writes/search.ts";
import type { Makes } from "../writes/write.ts";
import { keyOf } from "./keys.ts";
import { GROUP, RECORD } from "./made-entry.test-support.ts";
import { RecordLists } from "./record-lists.ts";
import { undoPartsOf } from "./undo-parts.test-support.ts";

const alerts: Makes = alertConfigWrites.createAlertConfig.effect;
const indexes: Makes = searchWrites.createSearchIndex.effect;
const roles: Makes = clusterWrites.createCloudAccessRole.effect;
const clusters: Makes = clusterWrites.createCluster.effect;
const path = { groupId: GROUP };
const recordsOf = (count: number, from = 0) => Array.from({ length: count }, (_, at) => ({ id: `${from + at}` }));

function listsOf(answer: (call: Call, index: number) => Exchange, change: Parameters<typeof undoPartsOf>[1] = {}) {
  const seen: unknown[] = [];
  const { parts, calls } = undoPartsOf(answer, change);
  const lists = new RecordLists(parts, (list, place, ids) => seen.push([list, place, [...ids]]));
  const of = (effect: Makes, more: object = {}) => lists.of({ effect, path, listedAt: {}, ...more });
  return { lists, of, seen, calls };
}
const empty = () => exchangeOf(200, { results: [], totalCount: 0 });

describe("RecordLists.of", () => {
  it("returns one list per place, whatever the record", () => {
    const { lists, of } = listsOf(empty);
    const list = of(alerts);
    expect(list?.key).toBe(keyOf("listAlertConfigs", path));
    expect(of(alerts, { path: { ...path, alertConfigId: RECORD } })).toBe(list);
    const other = of(alerts, { path: { groupId: RECORD } });
    expect(other).not.toBe(list);
    expect(lists.all).toEqual([list, other]);
    expect(list?.effect).toBe(alerts);
  });

  it("reads the list at the place that the request body names", async () => {
    const { of, calls } = listsOf(() => exchangeOf(200, []));
    const listedAt = { databaseName: "d", collectionName: "c" };
    const place = { ...path, clusterName: "Cluster0" };
    await of(indexes, { path: place, listedAt })?.now();
    expect(calls[0]).toMatchObject({ operation: "listSearchIndexes", path: { ...place, ...listedAt } });
  });

  it("returns nothing if no operation of the target lists the kind", () => {
    const { of, lists } = listsOf(empty, { served: () => undefined });
    expect(of(alerts)).toBeUndefined();
    expect(listsOf(empty).of(migrationWrites.createMigration.effect)).toBeUndefined();
    expect(lists.all).toEqual([]);
  });

  it("reads the list in the newest served version", async () => {
    const wanted: string[] = [];
    const served = (operation: OperationId, version: string) => {
      wanted.push(`${operation} ${version}`);
      return "1.0" as const;
    };
    const { of, calls } = listsOf(empty, { served });
    await of(alerts)?.now();
    expect([wanted[0], calls[0]?.version]).toEqual(["listAlertConfigs 2", "1.0"]);
  });
});

describe("RecordLists, for the records from before the run", () => {
  it("reads the list once, when it is first asked for, and journals the ids that are texts", async () => {
    const results = [{ id: "a" }, { id: 7 }, { id: "b" }, {}];
    const { of, seen, calls } = listsOf(() => exchangeOf(200, { results }));
    expect(await of(alerts)?.known).toEqual(new Set(["a", "b"]));
    expect(await of(alerts)?.known).toEqual(new Set(["a", "b"]));
    expect(seen).toEqual([["listAlertConfigs", path, ["a", "b"]]]);
    expect(calls).toHaveLength(1);
  });

  it("knows nothing if the list cannot be read, and journals nothing", async () => {
    const { of, seen } = listsOf(() => exchangeOf(500));
    expect(await of(alerts)?.known).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it("takes the ids from an earlier journal, for that place only", async () => {
    const { lists, of, calls, seen } = listsOf(empty);
    lists.adopt("listAlertConfigs", path, new Set(["a"]));
    expect(await of(alerts)?.known).toEqual(new Set(["a"]));
    expect([calls, seen]).toEqual([[], []]);
    expect(await of(alerts, { path: { groupId: RECORD } })?.known).toEqual(new Set());
  });
});

describe("RecordLists, for all pages of a list", () => {
  /** The records of a list with these pages, and the pages that the run requested. */
  async function shown(page: (number: number) => unknown, effect: Makes = alerts) {
    const { of, calls } = listsOf(({ query }) => exchangeOf(200, page(Number(query?.["pageNum"] ?? 0))));
    const list = of(effect);
    await list?.known;
    const before = calls.length;
    const now = await list?.now();
    return { now, pages: calls.slice(before).map(({ query }) => query) };
  }
  const page = (pageNum: number) => ({ itemsPerPage: "500", pageNum: `${pageNum}` });

  it("reads pages until it has totalCount records", async () => {
    const { now, pages } = await shown((number) => ({ results: recordsOf(300, number * 300), totalCount: 600 }));
    expect(now).toHaveLength(600);
    expect(pages).toEqual([page(1), page(2)]);
  });

  it("stops at a page that is not full if there is no totalCount", async () => {
    const { now, pages } = await shown((number) => ({ results: recordsOf(number === 1 ? 500 : 2) }));
    expect([now?.length, pages.length]).toEqual([502, 2]);
    const exact = await shown((number) => ({ results: recordsOf(number === 1 ? 499 : 0) }));
    expect([exact.now?.length, exact.pages.length]).toEqual([499, 1]);
  });

  it("stops at an empty page, whatever totalCount says", async () => {
    const { now, pages } = await shown((number) => ({ results: recordsOf(number === 1 ? 3 : 0), totalCount: 9 }));
    expect([now?.length, pages.length]).toEqual([3, 2]);
  });

  it("reads a list without pages once", async () => {
    const { now, pages } = await shown(() => ({ providerAIamRoles: recordsOf(500) }), roles);
    expect([now?.length, pages]).toEqual([500, [undefined]]);
  });

  it("gives up a list that never ends after 40 pages", async () => {
    const { now, pages } = await shown(() => ({ results: recordsOf(500) }));
    expect([now, pages.length]).toEqual([undefined, 40]);
  });

  it("finds the records under the list's own member name", async () => {
    const { now } = await shown(() => ({ results: [{ name: "Cluster0" }] }), clusters);
    expect(now).toEqual([{ name: "Cluster0" }]);
  });

  it("returns nothing for a refusal, an answer that is no list, or an unavailable target", async () => {
    const answered = (exchange: Exchange) =>
      listsOf(() => exchange)
        .of(alerts)
        ?.now();
    expect(await answered(exchangeOf(403, { results: [] }))).toBeUndefined();
    expect(await answered(exchangeOf(200, { error: "none" }))).toBeUndefined();
    const failing = (error: Error) =>
      listsOf(() => {
        throw error;
      }).of(alerts);
    const gone = failing(new NotSentError("gone"));
    expect(await gone?.now()).toBeUndefined();
    const defective = failing(new TypeError("ours"));
    await expect(defective?.known).rejects.toThrow("ours");
    await expect(defective?.now()).rejects.toThrow("ours");
  });
});
