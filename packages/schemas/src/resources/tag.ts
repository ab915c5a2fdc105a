import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";

/** A pair of texts on a cluster. Labels, the deprecated form, have the same members and limits. */
export const tag = object(
  {},
  {
    key: string({ ...LIMITS.tagText, examples: ["environment"] }),
    value: string({ ...LIMITS.tagText, examples: ["test"] }),
  },
  { title: "Tag" },
);
/** A key and a value, of 1 to 255 characters each. */
export type Tag = Static<typeof tag>;
