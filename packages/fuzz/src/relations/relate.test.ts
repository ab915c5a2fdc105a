import type { Exchange } from "@plumbline/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOf, pagesOf, recordOf, sameIn } from "./relate.ts";

/** An answer as the client returns it. */
function answer(json: unknown, indent?: number): Exchange {
  const body = JSON.stringify(json, null, indent);
  return {
    id: "x1",
    startedAt: 0,
    milliseconds: 1,
    request: { method: "GET", url: "http://127.0.0.1/", headers: [] },
    response: { status: 200, headers: [], body, json },
  } as unknown as Exchange;
}
const recordsOf = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({
    id: String(index).padStart(24, "0"),
    status: "OPEN",
    size: index,
  }));
const listOf = (results: readonly object[], totalCount = results.length) => answer({ results, totalCount });

describe("the relations between reads", () => {
  it("hold for any layout and envelope, and are broken by other content", () => {
    const record = { id: "a", enabled: true };
    const plain = answer(record);
    expect(sameIn(answer(record, 2), plain, { variation: { pretty: true }, schema: {} }).kind).toBe("holds");
    expect(
      sameIn(answer({ status: 200, content: record }), plain, { variation: { envelope: true }, schema: {} }).kind,
    ).toBe("holds");
    expect(sameIn(answer(record), plain, { variation: { pretty: true }, schema: {} }).kind).toBe("broken");
    expect(
      sameIn(answer({ ...record, enabled: false }), plain, { variation: { envelope: false }, schema: {} }).kind,
    ).toBe("broken");
    expect(
      sameIn(answer({ status: 200, content: { ...record, enabled: false } }), plain, {
        variation: { envelope: true },
        schema: {},
      }).kind,
    ).toBe("broken");
    expect(sameIn(answer(record), plain, { variation: { envelope: true }, schema: {} }).kind).toBe("broken");
  });

  it("quote the whole answer, so that secrets are masked before a cut", () => {
    const secret = `${"s".repeat(70)}-the-end`;
    const judgement = sameIn(answer({ note: "n".repeat(20), secret }), answer({}), {
      variation: { pretty: true },
      schema: {},
    });
    expect(judgement).toMatchObject({ kind: "broken", received: expect.stringContaining(secret) });
  });

  it("compare described members only, inside an envelope too", () => {
    const schema = { type: "object", properties: { id: { type: "string" } } } as const;
    const plain = answer({ id: "a" });
    const wrapped = answer({ status: 200, content: { id: "a", more: 1 } });
    expect(sameIn(wrapped, plain, { variation: { envelope: true }, schema }).kind).toBe("holds");
  });

  it("are broken by a page that repeats a record", () => {
    const [first = {}, second = {}] = recordsOf(2);
    const page = { size: 2, variation: {}, schema: {} };
    expect(pageOf(listOf([first, first]), listOf([first, second]), page)).toMatchObject({
      kind: "broken",
      expected: "each record once on a page",
    });
    const [one, other] = [
      { projectId: "p", status: "OPEN" },
      { projectId: "p", status: "CLOSED" },
    ];
    expect(pageOf(listOf([one, one]), listOf([one, other]), page).kind).toBe("holds");
  });

  it("hold for any page size, and are broken by a page with a missing, repeated or changed record", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 1, max: 20 }), fc.nat(), (count, size, place) => {
        const records = recordsOf(count);
        const whole = listOf(records);
        const cut = (from: readonly object[]): Exchange[] =>
          Array.from({ length: Math.ceil(count / size) }, (_none, page) =>
            listOf(from.slice(page * size, (page + 1) * size), count),
          );
        const judged = (pages: readonly Exchange[]): readonly string[] => [
          ...pages.map((page) => pageOf(page, whole, { size, variation: {}, schema: {} }).kind),
          pagesOf(pages, records).kind,
        ];
        expect(new Set(judged(cut(records)))).toEqual(new Set(["holds"]));
        const one = place % count;
        const changed = records.map((record, index) => (index === one ? { ...record, size: -1 } : record));
        expect(judged(cut(changed))).toContain("broken");
        const repeated = records.map((record, index) => (index === one ? records[(one + 1) % count] : record));
        expect(judged(cut(repeated.flatMap((record) => record ?? [])))).toContain("broken");
      }),
    );
  });

  it("check the count and the filter of a page", () => {
    const records = recordsOf(3);
    const whole = listOf(records);
    const kindOf = (page: Exchange, variation: Parameters<typeof pageOf>[2]["variation"]): string =>
      pageOf(page, whole, { size: 3, variation, schema: {} }).kind;
    expect(kindOf(listOf(records, 2), {})).toBe("broken");
    expect(kindOf(answer({ results: records }), {})).toBe("broken");
    expect(kindOf(answer({ results: records }), { includeCount: false })).toBe("holds");
    expect(kindOf(listOf(records), { includeCount: false })).toBe("broken");
    expect(kindOf(listOf(records), { filter: { name: "status", value: "OPEN" } })).toBe("holds");
    expect(kindOf(listOf(records), { filter: { name: "status", value: "CLOSED" } })).toBe("broken");
    expect(kindOf(listOf([...records, { ...records[0], id: "f".repeat(24) }]), {})).toBe("broken");
  });

  it("compare a record with its list entry in the members that both show", () => {
    const listed = { id: "a", enabled: true, name: "n" };
    expect(recordOf(listed, answer({ id: "a", enabled: true, more: 1 })).kind).toBe("holds");
    expect(recordOf(listed, answer({ id: "b", enabled: true })).kind).toBe("broken");
  });
});
