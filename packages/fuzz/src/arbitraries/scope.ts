import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { AnySchema } from "./keywords.ts";

/** How often what a schema refers to may stand inside itself. */
const DEEPEST = 2;
/** More parts than this come of a schema whose references meet in too many ways. */
const MOST_PARTS = 20_000;

/** What is known while a schema is built: the whole of it, and the references that led to the part. */
export interface Scope {
  readonly root: AnySchema;
  readonly trail: readonly string[];
  /** A format that nothing is written for is refused. */
  readonly strictFormats: boolean;
  readonly found: {
    parts: number;
    /** References that were followed. */
    references: number;
    /** The first place that no value can keep. */
    nothing?: { readonly keyword: string; readonly pointer: string };
  };
}

/** What is known at the root of a schema, before anything is drawn. */
export const scopeOf = (root: AnySchema, strictFormats = false): Scope => ({
  root,
  trail: [],
  strictFormats,
  found: { parts: 0, references: 0 },
});

/** The scope of what a reference names; none when it was gone through often enough. */
export function through(scope: Scope, reference: string): Scope | undefined {
  scope.found.references += 1;
  const trail = [...scope.trail, reference];
  return trail.length - new Set(trail).size > DEEPEST ? undefined : { ...scope, trail };
}

/** The scope of what is made of parts of two. */
export const joined = (a: Scope, b: Scope): Scope => (a.trail.length >= b.trail.length ? a : b);

/** Counts a part, so that a schema that never ends is refused. */
export function count({ found }: Scope, pointer: string): void {
  found.parts += 1;
  if (found.parts > MOST_PARTS)
    throw new UnsupportedKeywordError(
      "$ref",
      pointer,
      `it comes to more than ${MOST_PARTS} parts: refer to fewer at once`,
    );
}

/** Notes a place that no value can keep; what is nowhere else says so to the user. */
export function nothing({ found }: Scope, keyword: string, pointer: string): undefined {
  found.nothing ??= { keyword, pointer };
  return undefined;
}
