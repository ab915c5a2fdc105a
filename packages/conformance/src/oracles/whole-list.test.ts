import type { Exchange } from "@plumbline/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsOf } from "../ground/json.ts";
import { wholeList } from "./whole-list.ts";

const PAGE = 100;

/** A list that another client changes between two pages: it removes the first record, or adds one before it. */
function moving(size: number, changes: readonly ("remove" | "add" | "none")[]) {
  let records = Array.from({ length: size }, (_, index) => ({ id: `r${index}` }));
  const left = [...changes];
  let added = 0;
  const ask = async ({ query }: { readonly query: Readonly<Record<string, string>> }): Promise<Exchange> => {
    const from = (Number(query["pageNum"]) - 1) * PAGE;
    const json = { results: records.slice(from, from + PAGE), totalCount: records.length };
    const change = left.shift() ?? "none";
    if (change === "remove") records = records.slice(1);
    if (change === "add") {
      added += 1;
      records = [{ id: `new${added}` }, ...records];
    }
    return answeredWith(json);
  };
  return { ask, now: () => records };
}

function answeredWith(json: unknown): Exchange {
  const body = JSON.stringify(json);
  return {
    id: "x1",
    startedAt: 0,
    milliseconds: 1,
    request: { method: "GET", url: "http://127.0.0.1/", headers: [], credential: { scheme: "none" } },
    response: { status: 200, headers: [], body, bodyBytes: body.length, invalidUtf8: false, json },
  };
}

describe("wholeList", () => {
  it("reads all pages", async () => {
    const { ask, now } = moving(250, []);
    expect(await wholeList(ask)).toEqual(now());
  });

  it("reads again if a record moved across a page border, even if the count adds up", async () => {
    for (const change of ["remove", "add"] as const) {
      const { ask, now } = moving(150, [change]);
      expect(await wholeList(ask)).toEqual(now());
    }
  });

  it("gives up on a list that never stops changing, unless it finds the sought record", async () => {
    const changes = Array.from({ length: 100 }, () => "add" as const);
    expect(await wholeList(moving(150, changes).ask)).toBeUndefined();
    const met = await wholeList(moving(150, changes).ask, { sought: (record) => fieldsOf(record).id === "r40" });
    expect(met?.some((record) => fieldsOf(record).id === "r40")).toBe(true);
  });

  it("never misses a record that was there all the time", async () => {
    const steps = fc.array(fc.constantFrom("remove" as const, "none" as const), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 320 }), steps, async (size, changes) => {
        const { ask, now } = moving(size, changes);
        const ids = new Set((await wholeList(ask))?.map((record) => fieldsOf(record).id));
        if (ids.size > 0) expect(now().filter(({ id }) => !ids.has(id))).toEqual([]);
      }),
    );
  });
});
