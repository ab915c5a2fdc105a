/** Limits for the context of the deciding part: members, items, and characters of a text. */
const MEMBERS = 6;
const ITEMS = 2;
const TEXT = 80;
/** Members that stay if the decisive one is missing: its absence is visible only next to the others. */
const BESIDE = 14;

/**
 * An indented JSON body of at most `most` lines, cut to the part at `pointer` and a little context; other bodies are
 * cut at their end.
 */
export function excerpt(body: string, pointer: string, most: number): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return cut(body, TEXT * 3);
  }
  const path = pointer.startsWith("/")
    ? pointer
        .slice(1)
        .split("/")
        .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    : [];
  const lines = linesOf(value, path, "");
  return lines.length <= most ? lines.join("\n") : [...lines.slice(0, most), "…"].join("\n");
}

function linesOf(value: unknown, path: readonly string[], indent: string): readonly string[] {
  if (typeof value !== "object" || value === null)
    return [typeof value === "string" ? JSON.stringify(cut(value, TEXT)) : JSON.stringify(value)];
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return [`${open}${close}`];
  // Deep members that are not on the path to the deciding part are of little use.
  const [wanted] = path;
  const isMissing = path.length === 1 && !entries.some(([name]) => name === wanted);
  const usual = path.length === 0 && indent.length > 4 ? 1 : MEMBERS;
  const room = isList ? ITEMS : isMissing ? BESIDE : usual;
  const shown = entries.filter(([name], index) => index < room || name === wanted);
  const deeper = `${indent}  `;
  const inner = shown.flatMap(([name, one], index) => {
    const [first = "", ...rest] = linesOf(one, name === wanted ? path.slice(1) : [], deeper);
    const label = isList ? "" : `${JSON.stringify(name)}: `;
    const all = [`${deeper}${label}${first}`, ...rest];
    const isLast = index === shown.length - 1 && shown.length === entries.length;
    return isLast ? all : [...all.slice(0, -1), `${all.at(-1) ?? ""},`];
  });
  const left = entries.length - shown.length;
  return [open, ...inner, ...(left === 0 ? [] : [`${deeper}… ${left} more`]), `${indent}${close}`];
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`);
