import { describe, expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import { revealed } from "./revealed.ts";

const FILTER = '{"atype":"authenticate","users":[]}';
const record = exchangeOf(200, { auditFilter: FILTER, groupId: "32b6e34b3d91647abb20e7b8", enabled: true });
const refusal = (detail: string) =>
  exchangeOf(403, { detail, error: 403, errorCode: "FORBIDDEN", reason: "Forbidden" });

describe("revealed", () => {
  it("finds a text of the record in a refusal, with its quotation marks escaped", () => {
    expect(revealed(refusal(`you may not read ${FILTER}`), record)).toBe(FILTER);
  });

  it("finds nothing in a refusal that names the place, a moment or short words of the record", () => {
    expect(revealed(refusal("project 32b6e34b3d91647abb20e7b8 is not yours"), record)).toBeUndefined();
    const other = exchangeOf(200, { created: "2026-01-01T00:00:00Z", status: "OPEN", href: "https://a.example/b/c" });
    expect(revealed(refusal("OPEN since 2026-01-01T00:00:00Z, see https://a.example/b/c"), other)).toBeUndefined();
  });

  it("finds nothing where nothing was answered", () => {
    expect(revealed(faultOf("reset"), record)).toBeUndefined();
  });

  it("ends soon whatever a target sends: deep nesting, many texts, a long refusal", () => {
    let deep: unknown = FILTER;
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    const nested = { ...record, response: { ...record.response, json: deep } } as typeof record;
    expect(revealed(refusal(FILTER), nested)).toBeUndefined();
    const many = exchangeOf(
      200,
      Array.from({ length: 100_000 }, (_, index) => `a text of the record, ${index}`),
    );
    expect(revealed(refusal("x".repeat(1_000_000)), many)).toBeUndefined();
  });
});
