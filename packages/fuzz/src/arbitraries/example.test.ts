import { arbitraryOf } from "@plumbline/fuzz/arbitraries";
import fc from "fast-check";
import { expect, it } from "vitest";

const order = {
  $defs: { id: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" } },
  type: "object",
  properties: {
    id: { $ref: "#/$defs/id" },
    state: { enum: ["open", "sent"] },
    sentAt: { type: ["string", "null"], format: "date-time" },
    lines: { type: "array", items: { type: "integer", minimum: 1, maximum: 99 }, minItems: 1 },
  },
  required: ["id", "state", "lines"],
  if: { properties: { state: { const: "sent" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
  then: { required: ["sentAt"] },
};

const total = ({ lines }: { lines: number[] }): number => lines.reduce((sum, line) => sum + line, 0);

it("adds the lines of any order up", () => {
  const adds = fc.property(arbitraryOf(order), (value) => {
    expect(total(value as { lines: number[] })).toBeGreaterThan(0);
  });
  fc.assert(adds);
});
