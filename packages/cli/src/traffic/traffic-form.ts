/** The form of a file with traffic, from the first members of its first object. */
export type TrafficForm = "archive" | "collection" | "old-collection" | "lines";

/** Members that only one form has at the top. Others, such as `comment` or `$schema`, decide nothing. */
const TELLING: ReadonlyMap<string, TrafficForm> = new Map<string, TrafficForm>([
  ["log", "archive"],
  ["item", "collection"],
  ["info", "collection"],
  ["collection", "collection"],
  ["requests", "old-collection"],
  ["request", "lines"],
  ["startedDateTime", "lines"],
  ["type", "lines"],
]);

/**
 * The form of a file with this beginning; `undefined` if it does not begin with an object. The order of members does
 * not matter.
 */
export function formOf(head: string): TrafficForm | undefined {
  if (!/^\s*\{\s*"/.test(head)) return undefined;
  for (const name of topNames(head)) {
    const form = TELLING.get(name);
    if (form !== undefined) return form;
  }
  return "lines";
}

/** The names of the members of the first object in a text that may be cut off, found in one pass. */
function* topNames(text: string): Generator<string> {
  let depth = 0;
  let isNameDue = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      if (isNameDue) yield text.slice(at + 1, end);
      isNameDue = false;
      at = end;
    } else if (sign === "{" || sign === "[") {
      depth += 1;
      isNameDue = depth === 1;
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (depth === 0) return;
    } else if (sign === ",") isNameDue = depth === 1;
  }
}

/** The index at which a string ends: that of its quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
