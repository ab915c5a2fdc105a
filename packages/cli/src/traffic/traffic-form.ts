/** What a file with traffic holds, as the first members of its first object tell. */
export type TrafficForm = "archive" | "collection" | "old-collection" | "lines";

/** Members that one form alone has at the top. Others, such as `comment` or `$schema`, tell nothing. */
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

const TOKEN = /"((?:[^"\\]|\\.)*)"|[{}[\]]/gs;

/** The form of a file whose text begins so; `undefined` when no object begins it. Order of members does not matter. */
export function formOf(head: string): TrafficForm | undefined {
  if (!/^\s*\{\s*"/.test(head)) return undefined;
  let depth = 0;
  for (const { 0: sign, 1: text, index } of head.matchAll(TOKEN)) {
    if (text === undefined) {
      depth += sign === "{" || sign === "[" ? 1 : -1;
      if (depth === 0) break;
    } else if (depth === 1 && /^\s*:/.test(head.slice(index + sign.length, index + sign.length + MOST_SPACE))) {
      const form = TELLING.get(text);
      if (form !== undefined) return form;
    }
  }
  return "lines";
}

/** White space between a name and its colon. */
const MOST_SPACE = 64;
