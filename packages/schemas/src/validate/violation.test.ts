import { describe, expect, it } from "vitest";
import { preview } from "./violation.ts";

describe("preview", () => {
  it.each([
    [undefined, "nothing"],
    [null, "null"],
    ["text", '"text"'],
    [{ id: 1, list: [true, null] }, '{"id":1,"list":[true,null]}'],
  ])("shows a small value in full: %j", (value, shown) => {
    expect(preview(value)).toBe(shown);
  });

  it("states the length of a larger value", () => {
    const value = Array.from({ length: 100 }, (_, at) => at);
    const whole = JSON.stringify(value);
    expect(preview(value, 20)).toBe(`${whole.slice(0, 20)}... (${whole.length} characters)`);
  });

  it("serializes only the beginning of a huge value, and shows the same text", () => {
    const asked = { count: 0 };
    const record = {
      id: "a",
      toJSON() {
        asked.count += 1;
        return { id: "a" };
      },
    };
    const huge = Array.from({ length: 100_000 }, () => record);
    expect(preview(huge, 20)).toMatch(/^\[\{"id":"a".*\.\.\. \(more than 10000 characters\)$/);
    expect(asked.count).toBeLessThan(2_000);
  });

  it.each([["a".repeat(1_000_000)], [{ ["n".repeat(1_000_000)]: 1 }], [{ a: { b: ["c".repeat(1_000_000)] } }]])(
    "shortens long texts and names",
    (value) => {
      expect(preview(value).length).toBeLessThan(200);
      expect(preview(value).slice(0, 100)).toBe(JSON.stringify(value).slice(0, 100));
    },
  );

  it("handles any depth of nesting", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(preview(deep)).toMatch(/^\[{120}\.\.\./);
  });
});
