import fc from "fast-check";
import { expect, it } from "vitest";
import { escapedJson } from "./escaped-json.ts";
import { jsonText } from "./json-text.ts";

it("escapes what cannot be seen and changes no value", () => {
  expect(escapedJson('["a\u009b\u202e\u{E0041}"]\n')).toBe('["a\\u009b\\u202e\\udb40\\udc41"]\n');
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = jsonText(value);
      expect(JSON.parse(escapedJson(text))).toEqual(JSON.parse(text));
      expect(escapedJson(text)).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
    }),
  );
});
