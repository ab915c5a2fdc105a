import { below } from "./edit.ts";
import type { FaultRule } from "./fault.ts";

/** Leaves out each required member. An object without its tag also matches no alternative. */
export const requiredFaults: FaultRule = ({ schema, pointer, value }) => {
  if (typeof value !== "object" || value === null) return [];
  return (schema.required ?? [])
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => {
      const place = below(pointer, name);
      return {
        keyword: "required",
        pointer: place,
        side: "absent",
        limit: "the member to be present",
        edit: { kind: "drop", pointer: place },
        also: schema.discriminator?.propertyName === name ? [{ keyword: "discriminator", pointer }] : [],
      };
    });
};
