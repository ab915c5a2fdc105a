/**
 * A line of an indented JSON text, with the JSON pointer (RFC 6901) of the value on it or of the value that begins
 * there.
 */
export interface JsonLine {
  readonly text: string;
  readonly pointer: string;
}

/** The lines of a JSON value in the form of `JSON.stringify(value, null, 2)`. */
export function jsonLines(value: unknown, pointer = "", lead = "", indent = ""): readonly JsonLine[] {
  const entries: readonly (readonly [key: string | number, value: unknown])[] =
    typeof value !== "object" || value === null
      ? []
      : Array.isArray(value)
        ? [...value.entries()]
        : Object.entries(value);
  const isList = Array.isArray(value);
  if (entries.length === 0) return [{ text: `${indent}${lead}${JSON.stringify(value)}`, pointer }];
  const inner = entries.flatMap(([key, one], index) => {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    const lines = jsonLines(one, `${pointer}/${escaped(key)}`, name, `${indent}  `);
    return index === entries.length - 1 ? lines : lines.map((line, at) => (at < lines.length - 1 ? line : ended(line)));
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return [{ text: `${indent}${lead}${open}`, pointer }, ...inner, { text: `${indent}${close}`, pointer }];
}

const ended = ({ text, pointer }: JsonLine): JsonLine => ({ text: `${text},`, pointer });
const escaped = (key: string | number): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * The lines of the value at a pointer. If there is no such value, the first line of the innermost object or list around
 * it, where the value is missing.
 */
export function linesAt(lines: readonly JsonLine[], pointer: string): ReadonlySet<JsonLine> {
  const own = lines.filter((line) => line.pointer === pointer || line.pointer.startsWith(`${pointer}/`));
  if (own.length > 0 || pointer === "") return new Set(own);
  const around = pointer.slice(0, pointer.lastIndexOf("/"));
  const [first] = lines.filter((line) => line.pointer === around);
  return first === undefined ? linesAt(lines, around) : new Set([first]);
}
