/** Lines that `JSON.stringify(value, null, 2)` needs, counted without making the text. */
export function jsonLines(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const members: readonly unknown[] = Array.isArray(value)
    ? value
    : Object.values(value).filter((member) => member !== undefined);
  return members.length === 0 ? 1 : 2 + members.reduce<number>((sum, member) => sum + jsonLines(member), 0);
}

/** The line, counted from one, on which each item of a list begins that is a direct member of `document`. */
export function linesOfItems(document: object, list: string): readonly number[] {
  let line = 2;
  for (const [name, member] of Object.entries(document)) {
    if (name === list && Array.isArray(member)) {
      const items: readonly unknown[] = member;
      let start = line + 1;
      return items.map((item) => {
        const own = start;
        start += jsonLines(item);
        return own;
      });
    }
    if (member !== undefined) line += jsonLines(member);
  }
  return [];
}
