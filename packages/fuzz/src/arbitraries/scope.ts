import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { AnySchema } from "./keywords.ts";

/** The maximum depth of recursion through the same reference. */
const DEEPEST = 2;
/** Limit of subschemas: more of them mean that the references multiply. */
const MOST_PARTS = 20_000;

/** The context of a subschema while its arbitrary is built: the whole schema, and the references that led to it. */
export interface Scope {
  readonly root: AnySchema;
  readonly trail: readonly string[];
  /** Refuse formats without an arbitrary. */
  readonly strictFormats: boolean;
  readonly found: {
    parts: number;
    /** The number of resolved references. */
    references: number;
    /** The first place that accepts no value. */
    nothing?: { readonly keyword: string; readonly pointer: string };
  };
}

/** The scope at the root of a schema. */
export const scopeOf = (root: AnySchema, strictFormats = false): Scope => ({
  root,
  trail: [],
  strictFormats,
  found: { parts: 0, references: 0 },
});

/** The scope behind a reference; `undefined` at the maximum depth of recursion. */
export function through(scope: Scope, reference: string): Scope | undefined {
  scope.found.references += 1;
  const trail = [...scope.trail, reference];
  return trail.length - new Set(trail).size > DEEPEST ? undefined : { ...scope, trail };
}

/** The scope of a schema that combines two others. */
export const joined = (a: Scope, b: Scope): Scope => (a.trail.length >= b.trail.length ? a : b);

/** Counts a subschema, so that a schema without end is refused. */
export function count({ found }: Scope, pointer: string): void {
  found.parts += 1;
  if (found.parts > MOST_PARTS)
    throw new UnsupportedKeywordError(
      "$ref",
      pointer,
      `it comes to more than ${MOST_PARTS} parts: refer to fewer at once`,
    );
}

/** Notes a place that accepts no value. If the whole schema accepts none, the error names the first such place. */
export function nothing({ found }: Scope, keyword: string, pointer: string): undefined {
  found.nothing ??= { keyword, pointer };
  return undefined;
}
