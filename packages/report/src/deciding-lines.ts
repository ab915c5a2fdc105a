import type { ReportExchange } from "./report.ts";
import { jsonLines, linesAt } from "./text/json-lines.ts";

/** A line of an answer, and whether it decided the verdict. */
export interface DecidingLine {
  readonly text: string;
  readonly decides: boolean;
}

/** Characters shown of a line; the exchange in the report has all of it. */
const SHOWN = 600;
/** Lines of a JSON body that are shown around the deciding part, and in total. */
const AROUND = 2;
const LINES = 12;
/** Bodies with more characters are not parsed as JSON. */
const LONG = 200_000;

/**
 * The lines of an answer that decided a verdict: its status, the header or the lines of the body, and a few around
 * them.
 */
export function decidingLines(response: ReportExchange["response"], where?: string): readonly DecidingLine[] {
  if (!("status" in response)) return [{ text: cut(`no answer: ${response.message}`), decides: true }];
  const { status, headers, body } = response;
  const name = /^header (.+)$/iu.exec(where ?? "")?.[1];
  const own = name === undefined ? [] : headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
  const missing = name !== undefined && own.length === 0 ? [`(no header ${name})`] : [];
  return [
    { text: String(status), decides: where === "status" },
    ...[...own.map(([one, value]) => cut(`${one}: ${value}`)), ...missing].map((text) => ({ text, decides: true })),
    ...(body === "" ? [] : bodyLines(body, where)),
  ];
}

/** The lines around the deciding member if there is one, otherwise the beginning of the body. */
function bodyLines(body: string, where: string | undefined): readonly DecidingLine[] {
  const lines = where?.startsWith("/") === true && body.length <= LONG ? linesIn(body) : undefined;
  if (where === undefined || lines === undefined) return [{ text: cut(body), decides: where === "" }];
  const decided = linesAt(lines, where);
  const first = Math.max(0, lines.findIndex((line) => decided.has(line)) - AROUND);
  const last = Math.min(lines.length, first + LINES, first + AROUND * 2 + decided.size);
  const left: readonly DecidingLine[] = [{ text: "…", decides: false }];
  return [
    ...(first > 0 ? left : []),
    ...lines.slice(first, last).map((line) => ({ text: cut(line.text), decides: decided.has(line) })),
    ...(last < lines.length ? left : []),
  ];
}

function linesIn(body: string): ReturnType<typeof jsonLines> | undefined {
  try {
    return jsonLines(JSON.parse(body));
  } catch {
    return undefined;
  }
}

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
