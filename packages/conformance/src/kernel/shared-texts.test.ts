import type { HeaderList } from "@plumbline/client";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SharedTexts } from "./shared-texts.ts";

it("SharedTexts changes no text and no header", () => {
  const heads = fc.array(
    fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.string({ maxLength: 2 })), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(heads, (all) => {
      const texts = new SharedTexts();
      expect(all.map((head) => texts.head(head))).toEqual(all);
      for (const [name = "", value = ""] of all.flat())
        expect([texts.text(name), texts.text(value)]).toEqual([name, value]);
    }),
  );
});

it("SharedTexts returns one object for equal fields, in any position", () => {
  const texts = new SharedTexts();
  const field = (value: string): HeaderList[number] => ["content-type", value];
  const [first] = texts.head([field("text/plain")]);
  expect(texts.head([field("text/html"), field("text/plain")])[1]).toBe(first);
});

it("SharedTexts starts over once it has stored many texts", () => {
  const texts = new SharedTexts();
  const [first] = texts.head([["a", "0"]]);
  for (let at = 0; at <= 20_000; at += 1) expect(texts.head([["a", String(at)]])).toEqual([["a", String(at)]]);
  expect(texts.head([["a", "0"]])).toEqual([first]);
  expect(texts.head([["a", "0"]])[0]).not.toBe(first);
});
