import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { Doubted } from "./doubted.ts";
import type { Passed } from "./passed.ts";
import { Recogniser } from "./recogniser.ts";

const recognised = new Recogniser(bindContract(neutral)).find("GET", `/api/product/v2/groups/${"a".repeat(24)}/alerts`);
if (recognised === undefined) throw new Error("the contract has no list of alerts");

const passed = (id: string, status: number, url = "http://localhost/a", startedAt = 0): Passed => ({
  exchange: {
    id,
    request: { method: "GET", url, headers: [], credential: { scheme: "none" } },
    response: { status, headers: [], body: "", bodyBytes: 0, invalidUtf8: false, json: undefined },
    startedAt,
    milliseconds: 1,
  },
  call: { operation: "listAlerts", version: "2" },
  recognised,
  asker: "none",
  form: { kind: "any" },
});

const idsOf = (all: readonly Passed[]): readonly string[] => all.map(({ exchange }) => exchange.id);

it("Doubted believes the second 500 in a row and all that follow", () => {
  const trouble = new Doubted();
  expect(idsOf(trouble.believed(passed("1", 500)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("2", 500)))).toEqual(["1", "2"]);
  expect(idsOf(trouble.believed(passed("3", 500)))).toEqual(["3"]);
});

it("Doubted forgets a 500 once the same request succeeds, and judges requests separately", () => {
  const trouble = new Doubted();
  trouble.believed(passed("1", 500));
  expect(idsOf(trouble.believed(passed("2", 200, undefined, 9_000)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("3", 500, undefined, 20_000)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("4", 500, "http://localhost/b", 30_000)))).toEqual([]);
});

it("Doubted never believes a 502, 503, 504 or 429", () => {
  const trouble = new Doubted();
  for (const status of [502, 503, 504, 429])
    expect([...trouble.believed(passed("1", status)), ...trouble.believed(passed("2", status))]).toEqual([]);
});

it("Doubted believes a single 500 if other requests succeed right before and right after it", () => {
  const trouble = new Doubted();
  const other = "http://localhost/b";
  trouble.believed(passed("1", 200, other, 0));
  expect(idsOf(trouble.believed(passed("2", 500, undefined, 500)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("3", 200, other, 600)))).toEqual(["2"]);
  expect(idsOf(trouble.believed(passed("4", 500, undefined, 700)))).toEqual(["4"]);
});

it("Doubted does not believe a single 500 without a success right before and right after it", () => {
  const trouble = new Doubted();
  const other = "http://localhost/b";
  trouble.believed(passed("1", 500, undefined, 0));
  expect(idsOf(trouble.believed(passed("2", 200, other, 100)))).toEqual([]);
  trouble.believed(passed("3", 500, "http://localhost/c", 200));
  expect(idsOf(trouble.believed(passed("4", 200, other, 5_000)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("5", 200, other, 5_100)))).toEqual([]);
});
