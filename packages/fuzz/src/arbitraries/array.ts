import type { JsonSchema } from "@plumbline/schemas";
import fc from "fast-check";
import type { Build } from "./build.ts";

/** Items beyond the least number where the schema states no most: enough to tell one, two and several apart. */
const SOME = 3;

/** Lists with a length from `minItems` to `maxItems`, both ends drawn on purpose. */
export function arrayArbitrary(schema: JsonSchema, pointer: string, build: Build): fc.Arbitrary<unknown> {
  const least = schema.minItems ?? 0;
  const most = schema.maxItems ?? least + SOME;
  const items = schema.items === undefined ? fc.jsonValue({ maxDepth: 0 }) : build(schema.items, `${pointer}/items`);
  const ofLength = (minLength: number, maxLength: number) => fc.array(items, { minLength, maxLength, size: "max" });
  return fc.oneof(
    { weight: 4, arbitrary: ofLength(least, most) },
    { weight: 1, arbitrary: ofLength(least, least) },
    { weight: 1, arbitrary: ofLength(most, most) },
  );
}
