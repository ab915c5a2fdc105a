import type { Answer } from "@plumbline/client";
import { bindContract, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, it } from "vitest";
import type { Call } from "../ground/call.ts";
import { type Judgement, upheld } from "../ground/judgement.ts";
import { LazyWatchedExchange } from "../kernel/lazy-watched-exchange.ts";
import { repeatsPath } from "./repeats-path.ts";

const contract = bindContract(neutral);
const operation = contract.operation("listServerlessSnapshots", "2");
const url = "http://x/api/product/v2/groups/32b6e34b3d91647abb20e7b8/serverless/shop%2D1/backup/snapshots";
const rule = repeatsPath("clusterName", "serverlessInstanceName");

function judged(json: unknown, change: Partial<Call> & { readonly status?: number } = {}): Judgement | undefined {
  const { status = 200, ...more } = change;
  const body = JSON.stringify(json);
  const answer: Answer = { status, headers: [], body, bodyBytes: body.length, invalidUtf8: false, json };
  const request = { method: "GET", url, headers: [], credential: { scheme: "none" } } as const;
  const exchange = { id: "x1", request, response: answer, startedAt: 0, milliseconds: 1 };
  const call = { operation: operation.id, version: "2", ...more } as const;
  const parts = { exchange, answer, operation, version: "2", call, contract } as const;
  return rule(new LazyWatchedExchange(parts, createValidator({ answers: true })));
}

const of = (...names: readonly unknown[]): unknown => ({
  results: names.map((serverlessInstanceName) => ({ serverlessInstanceName })),
});

it("repeatsPath holds if each record has the name from the path, in any letter case", () => {
  expect(judged(of("shop-1", "Shop-1"))).toEqual(upheld);
  expect(judged({ serverlessInstanceName: "shop-1" })).toEqual(upheld);
});

it("repeatsPath is broken by one record with another name", () => {
  expect(judged(of("shop-1", "shop-2"))).toMatchObject({
    kind: "broken",
    expected: "serverlessInstanceName shop-1, as in the path",
    received: '"shop-2"',
  });
});

it.each([
  ["no record has a name", of(), {}],
  ["the member is of another type", of(5, null), {}],
  ["the request was refused", of("shop-2"), { status: 404 }],
  ["the records are in an envelope", { content: of("shop-2") }, { query: { envelope: "true" } }],
  ["the check made up the name", of("shop-2"), { path: { clusterName: "shop-1" } }],
  ["the path has a raw value", of("shop-2"), { rawPath: { clusterName: "%00" } }],
] as const)("repeatsPath is silent if %s", (_what, json, change) => {
  expect(judged(json, change)).toBeUndefined();
});
