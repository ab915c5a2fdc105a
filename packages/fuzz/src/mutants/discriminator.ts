import { below, type Edit } from "./edit.ts";
import type { Fault, FaultRule } from "./fault.ts";

/** Tags of no alternative: an unknown word, a longer word, a value that is not a word, and none. */
export const discriminatorFaults: FaultRule = ({ schema, pointer, value }) => {
  const { discriminator } = schema;
  if (discriminator === undefined || typeof value !== "object" || value === null) return [];
  const { propertyName } = discriminator;
  const tag: unknown = Object.entries(value).find(([name]) => name === propertyName)?.[1];
  const tags: Readonly<Record<string, unknown>> = {
    "an unknown word": "PLUMBLINE_NO_SUCH_KIND",
    "a value with more letters": `${String(tag)}_X`,
    "an object": {},
  };
  const place = below(pointer, propertyName);
  const fault = (side: string, edit: Edit): Fault => ({
    keyword: "discriminator",
    pointer,
    side,
    limit: `a known value of ${propertyName}`,
    edit,
    also: [],
  });
  return [
    ...Object.entries(tags).map(([side, broken]) => fault(side, { kind: "set", pointer: place, value: broken })),
    // If the tag is also required, leaving it out is a fault of `required`.
    ...(schema.required?.includes(propertyName) ? [] : [fault("absent", { kind: "drop", pointer: place })]),
  ];
};
