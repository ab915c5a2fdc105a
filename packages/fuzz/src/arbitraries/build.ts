import type { JsonSchema } from "@plumbline/schemas";
import type fc from "fast-check";

/** Builds the arbitrary of a schema inside another; the pointer says where it stands. */
export type Build = (schema: JsonSchema, pointer: string) => fc.Arbitrary<unknown>;
