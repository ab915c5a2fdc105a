import { expect, it } from "vitest";
import { BodyReader } from "./body-reader.ts";

const bounded = new BodyReader({
  listed: () => new Set(["results"]),
  mostUnknown: 10,
  longestText: 1_000,
  longestName: 100,
  mostItems: 100,
  mostValues: 1_000,
});
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const large = { text: "a".repeat(100_000) };

it("keeps all of a small body, and of any body where there are no bounds", () => {
  const list = Array.from({ length: 5_000 }, (_, at) => at);
  expect(bounded.read(json(list))).toEqual({ body: JSON.stringify(list), invalidUtf8: false, json: list });
  expect(new BodyReader().read(json(large))).toEqual({ body: JSON.stringify(large), invalidUtf8: false, json: large });
});

it("keeps the beginning of a large one", () => {
  expect(bounded.read(json(large))).toEqual({
    body: JSON.stringify(large).slice(0, 65_536),
    invalidUtf8: false,
    json: { text: "a".repeat(1_000) },
  });
});

it("says what is too much, and makes no difference between the first time and the second", () => {
  const list = json(Array.from({ length: 50_000 }, (_, at) => at));
  const said = { excess: "more than 100 items in one list" };
  expect([bounded.read(list), bounded.read(list)]).toEqual([said, said]);
});

it("makes equal large bodies out of the same parts, and different ones of their own", () => {
  const first = bounded.read(json(large));
  expect(bounded.read(json(large))).toBe(first);
  expect(bounded.read(json({ text: "b".repeat(100_000) }))).toMatchObject({ json: { text: "b".repeat(1_000) } });
});

it("does not take a text for an empty one because it begins with white space", () => {
  const read = bounded.read(Buffer.from(`${" ".repeat(1_000_000)}{"results":[]}`));
  expect(read).toMatchObject({ json: { results: [] } });
  expect("body" in read && read.body.trim()).toBe('{"results":[]}');
  expect(bounded.read(Buffer.from(" ".repeat(100_000)))).toMatchObject({ body: " ".repeat(65_536), json: undefined });
});

it("tells bytes that are no UTF-8 wherever they stand", () => {
  const bytes = Buffer.concat([json(large), Buffer.from([0xff])]);
  expect(bounded.read(bytes)).toMatchObject({ invalidUtf8: true, json: undefined });
});
