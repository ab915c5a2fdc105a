import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import type { Passed } from "./passed.ts";
import { Recogniser } from "./recogniser.ts";
import { RepeatedTrouble } from "./repeated-trouble.ts";

const recognised = new Recogniser(bindContract(neutral)).find("GET", `/api/v2/groups/${"a".repeat(24)}/alerts`);
if (recognised === undefined) throw new Error("the contract has no list of alerts");

const passed = (id: string, status: number, url = "http://localhost/a"): Passed => ({
  exchange: {
    id,
    request: { method: "GET", url, headers: [], credential: { scheme: "none" } },
    response: { status, headers: [], body: "", bodyBytes: 0, invalidUtf8: false, json: undefined },
    startedAt: 0,
    milliseconds: 1,
  },
  call: { operation: "listAlerts", version: "2" },
  recognised,
  asker: "none",
});

const idsOf = (all: readonly Passed[]): readonly string[] => all.map(({ exchange }) => exchange.id);

it("believes a 500 with the second in a row, and every one after that", () => {
  const trouble = new RepeatedTrouble();
  expect(idsOf(trouble.believed(passed("1", 500)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("2", 500)))).toEqual(["1", "2"]);
  expect(idsOf(trouble.believed(passed("3", 500)))).toEqual(["3"]);
});

it("forgets a 500 that the same request got over, and keeps requests apart", () => {
  const trouble = new RepeatedTrouble();
  trouble.believed(passed("1", 500));
  expect(idsOf(trouble.believed(passed("2", 200)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("3", 500)))).toEqual([]);
  expect(idsOf(trouble.believed(passed("4", 500, "http://localhost/b")))).toEqual([]);
});

it("never believes what a server on its way up or down answers", () => {
  const trouble = new RepeatedTrouble();
  for (const status of [502, 503, 504, 429])
    expect([...trouble.believed(passed("1", status)), ...trouble.believed(passed("2", status))]).toEqual([]);
});
