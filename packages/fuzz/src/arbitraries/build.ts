import type fc from "fast-check";
import type { AnySchema } from "./keywords.ts";
import type { Scope } from "./scope.ts";

/**
 * Builds the arbitrary of a subschema; `pointer` is its place in the whole schema. Returns `undefined` if it accepts no
 * value.
 */
export type Build = (schema: AnySchema, pointer: string, scope: Scope) => fc.Arbitrary<unknown> | undefined;
