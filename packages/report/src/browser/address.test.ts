import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wantedBy } from "./address.ts";

describe("wantedBy", () => {
  it.each([
    ["", { view: "outcome", filters: {} }],
    ["#log", { view: "log", filters: {} }],
    ["#requirements&level=MUST&q=page+500", { view: "requirements", filters: { level: "MUST", q: "page 500" } }],
    ["#level=MUST", { view: "requirements", filters: { level: "MUST" } }],
  ])("reads %j as a view with its filters", (hash, expected) => {
    const wanted = wantedBy(hash);
    if (wanted.kind !== "view") throw new Error(`expected a view, received ${wanted.kind}`);
    expect({ view: wanted.view, filters: Object.fromEntries(wanted.parameters) }).toEqual(expected);
  });

  it("gives back every name that a link can carry", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(wantedBy(`#check=${encodeURIComponent(name)}`)).toEqual({ kind: "check", check: name });
        expect(wantedBy(`#requirement=${encodeURIComponent(name)}`)).toEqual({
          kind: "requirement",
          requirement: name,
        });
      }),
    );
  });
});
