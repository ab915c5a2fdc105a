import { describe, expect, it } from "vitest";
import { decidingLines } from "./deciding-lines.ts";
import type { ReportExchange } from "./report.ts";

const answer = (body: string, headers: readonly (readonly [string, string])[] = []): ReportExchange["response"] => ({
  status: 200,
  headers,
  body,
  bodyBytes: body.length,
  truncated: false,
});
const decided = (response: ReportExchange["response"], where?: string): readonly string[] =>
  decidingLines(response, where)
    .filter(({ decides }) => decides)
    .map(({ text }) => text.trim());

describe("the lines that decide", () => {
  it("are the status, the header or that it is missing, the member, or the body", () => {
    const record = answer('{"id":"1","of":{"name":"x"}}', [["X-Version", "1.2.3"]]);
    expect(decided(record, "status")).toEqual(["200"]);
    expect(decided(record, "header x-version")).toEqual(["X-Version: 1.2.3"]);
    expect(decided(record, "header Location")).toEqual(["(no header Location)"]);
    expect(decided(record, "/of/name")).toEqual(['"name": "x"']);
    expect(decided(answer("<html>"), "")).toEqual(["<html>"]);
    expect(decided({ fault: "reset", message: "it hung up" })).toEqual(["no answer: it hung up"]);
    expect(decided(record)).toEqual([]);
  });

  it("are few of a long body, which is cut where it is no JSON", () => {
    const long = answer(JSON.stringify({ results: Array.from({ length: 500 }, (_, id) => ({ id })) }));
    const lines = decidingLines(long, "/results/400/id");
    expect(lines.length).toBeLessThan(10);
    expect(lines.filter(({ decides }) => decides).map(({ text }) => text.trim())).toEqual(['"id": 400']);
    expect(decidingLines(answer("x".repeat(9_000)))[1]?.text.length).toBeLessThan(700);
  });
});
