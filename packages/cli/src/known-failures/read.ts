import type { KnownFailure } from "@plumbline/report";
import { nearest } from "@plumbline/schemas/nearest";
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { givenText } from "../given-text.ts";
import { UsageError } from "../usage-error.ts";

/** Limit in bytes: about ten thousand entries. */
const MOST_BYTES = 4_194_304;

const NAMES = ["check", "reason", "issue", "until"];

/**
 * Reads a list of known failures, in YAML or JSON: entries with `check`, `reason` and optionally `issue` and `until`.
 * @throws UsageError that names the file, the line and what was expected.
 */
export function readKnownFailures(path: string): readonly KnownFailure[] {
  const text = givenText(path, `the list of known failures ${path}`, MOST_BYTES);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number): string => `${path}:${lines.linePos(offset).line}`;
  const [problem] = document.errors;
  if (problem) throw new UsageError(`${placeOf(problem.pos[0])}: not readable as YAML: ${problem.message}`);
  const { contents } = document;
  if (contents === null) return [];
  const place = (node: unknown): string => placeOf((node as Node | null)?.range?.[0] ?? 0);
  if (!isSeq(contents))
    throw new UsageError(`${place(contents)}: expected a list of entries, each "- check: ID" with "reason: WHY"`);
  const entries = contents.items.map((item) => ({ entry: entryOf(item, place), at: place(item) }));
  const seen = new Map<string, string>();
  for (const { entry, at } of entries) {
    const before = seen.get(entry.check);
    if (before !== undefined)
      throw new UsageError(`${at}: ${entry.check} is listed already at ${before}: keep one of the entries`);
    seen.set(entry.check, at);
  }
  return entries.map(({ entry }) => entry);
}

function entryOf(item: unknown, place: (node: unknown) => string): KnownFailure {
  if (!isMap(item)) throw new UsageError(`${place(item)}: expected an entry with check and reason`);
  const texts = new Map<string, string>();
  for (const { key, value } of item.items) {
    const name = isScalar(key) ? String(key.value) : "";
    if (!NAMES.includes(name)) {
      const close = nearest(name, NAMES);
      const hint = close === undefined ? `known are ${NAMES.join(", ")}` : `did you mean "${close}"?`;
      throw new UsageError(`${place(key)}: unknown name "${name}" in an entry: ${hint}`);
    }
    const text = isScalar(value) ? value.value : undefined;
    if (typeof text !== "string" || text.trim() === "")
      throw new UsageError(`${place(value ?? key)}: ${name} must be a text, and not empty`);
    if (name === "until" && !isDay(text))
      throw new UsageError(`${place(value)}: until must be a day such as 2026-12-31, received "${text}"`);
    texts.set(name, text);
  }
  const [check, reason, issue, until] = NAMES.map((name) => texts.get(name));
  if (check === undefined || reason === undefined)
    throw new UsageError(`${place(item)}: ${check === undefined ? "check" : "reason"} is missing in this entry`);
  return { check, reason, ...(issue === undefined ? {} : { issue }), ...(until === undefined ? {} : { until }) };
}

/** Whether a text is a calendar day; 2026-02-30 is none. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
