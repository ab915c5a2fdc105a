/** An error answer as observations and verdicts write it: its status, and its error code if it has one. */
const ERROR = /\b([1-5]\d\d)(?: ([A-Z][A-Z0-9_]{2,}))?(?![\w-])/gu;

/** The error codes under one status that only one of two sides has. */
export interface ErrorWords {
  readonly status: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A text without error codes; several errors with one status become one. */
export function withoutErrorWords(text: string): string {
  return [...new Set(text.replace(ERROR, "$1").split("; "))].join("; ");
}

/**
 * The error codes that differ between the sides of all changes, by status. An error without a code counts as a code.
 */
export function errorWords(
  changes: readonly { readonly before?: string; readonly after: string }[],
): readonly ErrorWords[] {
  const byStatus = new Map<string, { before: Set<string>; after: Set<string> }>();
  const note = (text: string, side: "before" | "after"): void => {
    for (const [, status = "", word = "no word"] of text.matchAll(ERROR)) {
      const words = byStatus.get(status) ?? { before: new Set(), after: new Set() };
      words[side].add(word);
      byStatus.set(status, words);
    }
  };
  for (const { before = "", after } of changes) {
    note(before, "before");
    note(after, "after");
  }
  return [...byStatus]
    .map(([status, { before, after }]) => ({
      status,
      before: [...before].filter((word) => !after.has(word)).toSorted(),
      after: [...after].filter((word) => !before.has(word)).toSorted(),
    }))
    .filter(({ before, after }) => before.length + after.length > 0)
    .toSorted((one, other) => (one.status < other.status ? -1 : 1));
}
