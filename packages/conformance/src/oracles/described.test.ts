import type { Answer } from "@plumbline/client";
import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { described, describedAnswer } from "./described.ts";

const contract = bindContract(neutral);
const answer = (json: unknown, status = 200): Answer => ({
  status,
  headers: [],
  body: "",
  bodyBytes: 0,
  invalidUtf8: false,
  json,
});

it("describedAnswer keeps listed members at every depth, and nothing else", () => {
  const matcher = { fieldName: "HOSTNAME", operator: "EQUALS", value: "x" };
  const seen = describedAnswer(
    answer({ links: [], results: [{ id: "1", links: 1, matchers: [{ ...matcher, links: 2 }] }], totalCount: 1 }),
    contract.operation("listAlertConfigs").result,
  );
  expect(seen.json).toEqual({ results: [{ id: "1", matchers: [matcher] }], totalCount: 1 });
});

it("describedAnswer keeps the same members if a server adds hundreds of others", () => {
  const config = { id: "1", enabled: true, matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "x" }] };
  const added = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`added${at}`, at]));
  const { result } = contract.operation("listAlertConfigs");
  const seen = describedAnswer(answer({ results: [{ ...added, ...config, groupId: null }, config] }), result);
  expect(seen.json).toEqual({ results: [config, config] });
  // After many large objects, `Shape` counts the members of only a few. The result must not depend on that.
  const mixed = Array.from({ length: 200 }, (_, at) => ({ ...(at % 70 < 60 && added), ...config, more: at }));
  expect(describedAnswer(answer({ results: mixed }), result).json).toEqual({ results: mixed.map(() => config) });
});

it("describedAnswer treats null in a listed member as absent", () => {
  const { result } = contract.operation("getAlert");
  expect(describedAnswer(answer({ id: "1", resolved: null }), result).json).toEqual({ id: "1" });
});

it("describedAnswer keeps maps and free-form objects complete", () => {
  const index = {
    latestDefinition: { mappings: { dynamic: false, fields: { title: { type: "string", more: null } } } },
  };
  expect(describedAnswer(answer(index), contract.operation("getSearchIndexByName").result).json).toEqual(index);
  const cluster = { replicationSpec: { US_EAST_1: { priority: 7, links: [] } }, links: [] };
  const { result } = contract.operation("listClusters");
  expect(describedAnswer(answer({ results: [cluster] }), result).json).toEqual({
    results: [{ replicationSpec: { US_EAST_1: { priority: 7 } } }],
  });
});

it("describedAnswer keeps refusals, answers of another type, and undescribed values", () => {
  const { result } = contract.operation("listAlertConfigs");
  const refusal = answer({ errorCode: "X", requestId: 5 }, 404);
  expect(describedAnswer(refusal, result)).toBe(refusal);
  expect(describedAnswer(answer("a page"), result).json).toBe("a page");
  expect(describedAnswer(answer([{ links: 1 }]), result).json).toEqual([{ links: 1 }]);
  expect(described({ any: { thing: 1 } }, [{}])).toEqual({ any: { thing: 1 } });
});

it("described accepts deeply nested values", () => {
  let deep: unknown = {};
  for (let level = 0; level < 20_000; level += 1) deep = { next: deep };
  const nested = { properties: { next: {} } } as { properties: { next: object } };
  nested.properties.next = nested;
  expect(() => described(deep, [nested])).not.toThrow();
});

it("describedAnswer returns the same object if it removes nothing", () => {
  const { result } = contract.operation("listAlerts", "2");
  const whole = { results: Array.from({ length: 5_000 }, () => ({ id: "1" })), totalCount: 5_000 };
  expect(describedAnswer(answer(whole), result).json).toBe(whole);
  const more = { ...whole, results: [...whole.results, { id: "2", links: [] }] };
  expect(describedAnswer(answer(more), result).json).toEqual({ ...whole, results: [...whole.results, { id: "2" }] });
});
