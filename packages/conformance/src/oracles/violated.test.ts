import type { Answer } from "@plumbline/client";
import { bindContract, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, it } from "vitest";
import { type Judgement, upheld } from "../ground/judgement.ts";
import { LazyWatchedExchange } from "../kernel/lazy-watched-exchange.ts";
import { violated } from "./violated.ts";

const contract = bindContract(neutral);
const operation = contract.operation("listAlerts", "2");
const validator = createValidator({ answers: true });
const ids = violated(({ keyword }) => keyword === "pattern");
const times = violated(({ keyword }) => keyword === "format");

/** The judgement of a rule about an answer with this list of alerts. */
function judged(rule: typeof ids, results: readonly unknown[]): Judgement | undefined {
  const body = JSON.stringify({ results });
  const answer: Answer = {
    status: 200,
    headers: [],
    body,
    bodyBytes: body.length,
    invalidUtf8: false,
    json: JSON.parse(body),
  };
  const request = { method: "GET", url: "http://x/", headers: [], credential: { scheme: "none" } } as const;
  const exchange = { id: "x1", request, response: answer, startedAt: 0, milliseconds: 1 };
  const call = { operation: operation.id, version: "2" } as const;
  return rule(new LazyWatchedExchange({ exchange, answer, operation, version: "2", call, contract }, validator));
}

const right = { id: "32b6e34b3d91647abb20e7b8", created: "2025-01-15T09:30:00Z" };
const many = (record: unknown): readonly unknown[] => Array.from({ length: 9_000 }, () => record);

it("violated names the only violation of a rule", () => {
  expect(judged(times, [{ ...right, created: "today" }])).toMatchObject({ kind: "broken", received: '"today"' });
});

it("violated counts violations beyond those that the validator kept", () => {
  const wrong = judged(ids, many({ ...right, id: "z".repeat(24) }));
  expect(wrong).toMatchObject({ kind: "broken", received: `"${"z".repeat(24)}"; 8999 more violations` });
});

it("violated finds one wrong time behind thousands of wrong ids", () => {
  const wrongIds = many({ ...right, id: "z".repeat(24) });
  expect(judged(times, [...wrongIds, { ...right, created: "today" }])).toMatchObject({ kind: "broken" });
  expect(judged(times, [...wrongIds, right])).toEqual(upheld);
  expect(judged(ids, many(right))).toEqual(upheld);
});
