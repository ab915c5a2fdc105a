import { describe, expect, it } from "vitest";
import type { ReportExchange, Verdict } from "../report.ts";
import { SymptomWords } from "./symptom-words.ts";

const exchange: ReportExchange = {
  id: "x1",
  operation: "acknowledgeAlert",
  at: 0,
  milliseconds: 1,
  request: { method: "PATCH", url: "https://cms.example.test/api/product/v2/groups/1/alerts/2?a=1", headers: [] },
  response: { status: 404, headers: [], body: "", bodyBytes: 0, truncated: false },
};
const path = "/api/product/v2/groups/{groupId}/alerts/{alertId}";
const words = new SymptomWords({
  exchanges: [exchange],
  operations: [{ operation: "acknowledgeAlert", number: 14, method: "PATCH", path }],
});
const broken = (received: string, where?: string, rest: Partial<Verdict> = {}): Verdict =>
  ({
    check: "A-B@acknowledgeAlert/v2",
    requirement: "A-B",
    operation: "acknowledgeAlert",
    evidence: ["x1"],
    outcome: "fail",
    expected: "2xx for a plain call",
    received,
    deciding: { exchange: "x1", ...(where !== undefined && { where }) },
    ...rest,
  }) as Verdict;

describe("the words for a symptom", () => {
  it.each([
    ["404 RESOURCE_NOT_FOUND", "status", "PATCH …/alerts/{alertId}?a=1 is answered 404 RESOURCE_NOT_FOUND, not 2xx"],
    ["404 with {}", "status", "PATCH …/alerts/{alertId}?a=1 is answered 404, not 2xx"],
    [
      "405 without a body; acknowledgeAlert does not seem to be there: whatever was sent",
      "status",
      "PATCH …/alerts/{alertId}?a=1 is answered 405, not 2xx: acknowledgeAlert does not seem to be there",
    ],
    ["1.2.3 (6 of 6 answers)", "header X-Version", "PATCH …/alerts/{alertId}?a=1, header X-Version: 1.2.3"],
    ["nothing", "/errorCode", "PATCH …/alerts/{alertId}?a=1, /errorCode: nothing"],
    ["no answer (head-timeout): late", undefined, "PATCH …/alerts/{alertId}?a=1 gets no answer (head-timeout): late"],
    ["a list without it", undefined, "PATCH …/alerts/{alertId}?a=1: a list without it"],
  ])("say what came: %s", (received, where, said) => {
    expect(words.of(broken(received, where))).toBe(said);
  });

  it("count the other operations, each once", () => {
    const others = ["listAlerts", "listAlerts", "acknowledgeAlert"].map((operation) =>
      broken("404", "status", { operation }),
    );
    expect(words.of(broken("404", "status"), others)).toBe(
      "PATCH …/alerts/{alertId}?a=1 and 1 other operation are answered 404, not 2xx",
    );
  });

  it("name the operation where the exchange is not kept, and the path where its route is not known", () => {
    expect(new SymptomWords({ exchanges: [] }).of(broken("404", "status"))).toBe(
      "acknowledgeAlert is answered 404, not 2xx",
    );
    expect(new SymptomWords({ exchanges: [exchange] }).of(broken("none"))).toBe(
      "PATCH /api/product/v2/groups/1/alerts/2?a=1: none",
    );
  });

  it("are cut where an answer is long", () => {
    expect(words.of(broken("a".repeat(5_000))).length).toBeLessThan(250);
  });
});
