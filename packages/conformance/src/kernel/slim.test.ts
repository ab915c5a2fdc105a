import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { slimmer } from "./slim.ts";

const slim = slimmer(bindContract(neutral));
const LARGE = 1_000_000;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));

it("keeps what the contract lists, wherever it stands, and little of what it does not", () => {
  const json = { ...many(100_000), results: [{ ...many(3_000), id: "1" }], totalCount: 1 };
  const kept = Object(slim(json, LARGE));
  expect(Object.keys(kept)).toHaveLength(502);
  expect(kept).toMatchObject({ totalCount: 1, results: [{ id: "1", m0: 0 }] });
});

it("leaves a text too long for any limit, and no longer", () => {
  const kept = Object(slim({ id: "a".repeat(1_000_000), ["n".repeat(1_000_000)]: 1 }, LARGE));
  expect(kept.id).toHaveLength(65_536);
  expect(Object.keys(kept)[1]).toHaveLength(1_000);
});

it("hands a list of many records, and any small body, on as they are", () => {
  const list = Array.from({ length: 20_000 }, (_, at) => ({ id: String(at), more: null }));
  expect(slim(list, LARGE)).toEqual(list);
  const small = many(600);
  expect(slim(small, 10_000)).toBe(small);
});
