import { type JsonLine, jsonLines, linesAt } from "../text/json-lines.ts";
import { el, wirePieces } from "./dom.ts";

/** Determines which lines of a body are marked. */
export interface Marks {
  /** JSON pointer of the part that decided the verdict. */
  readonly where?: string | undefined;
  /** Another body: lines that it does not have in the same place are marked. */
  readonly beside?: string | undefined;
}

/** Longer bodies are shown unformatted, because every line becomes an element of the page. */
const MOST = 4_000;

/** A JSON body line by line, with marks; `undefined` if it is not JSON or has more than `MOST` lines. */
export function bodyLines(text: string, { where, beside }: Marks): readonly Node[] | undefined {
  const lines = linesOf(text);
  if (lines === undefined || lines.length > MOST) return undefined;
  const decided = where?.startsWith("/") === true ? linesAt(lines, where) : new Set<JsonLine>();
  const other = beside === undefined ? undefined : linesOf(beside);
  const there = other && new Set(other.map(keyOf));
  return lines.map((line) => {
    const differs = there !== undefined && !there.has(keyOf(line));
    const kind = decided.has(line) ? "decides" : differs ? "differs" : "same";
    return el("span", { class: `line ${kind}` }, ...wirePieces(`${line.text}\n`));
  });
}

/** A trailing comma is no difference between lines. */
const keyOf = ({ pointer, text }: JsonLine): string => `${pointer} ${text.replace(/,$/u, "")}`;

function linesOf(text: string): readonly JsonLine[] | undefined {
  try {
    return jsonLines(JSON.parse(text));
  } catch {
    return undefined;
  }
}
