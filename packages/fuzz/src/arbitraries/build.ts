import type fc from "fast-check";
import type { AnySchema } from "./keywords.ts";
import type { Scope } from "./scope.ts";

/** Builds the arbitrary of a schema inside another, of which the pointer says where it stands; none when it accepts nothing. */
export type Build = (schema: AnySchema, pointer: string, scope: Scope) => fc.Arbitrary<unknown> | undefined;
