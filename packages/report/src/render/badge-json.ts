import { levelCounts } from "../counts.ts";
import type { Report } from "../report.ts";
import { jsonText } from "../text/json-text.ts";
import { figure } from "../text/words.ts";
import type { Tone } from "../tone.ts";
import { RUN_LABELS } from "./labels.ts";

const COLOURS: Readonly<Record<Tone, string>> = {
  good: "brightgreen",
  bad: "red",
  warn: "orange",
  open: "yellow",
  quiet: "lightgrey",
  fault: "lightgrey",
};

/**
 * The answer of a Shields.io endpoint (schema version 1): the outcome, and how many of the applicable MUST rules hold.
 */
export function renderBadge(report: Report): string {
  const { words, tone } = RUN_LABELS[report.outcome];
  const must = levelCounts(report.counts).find(({ level }) => level === "MUST");
  const held =
    must === undefined || tone === "fault" ? "" : `, ${figure(must.byOutcome.pass)} of ${figure(must.applicable)} MUST`;
  return jsonText({
    schemaVersion: 1,
    label: "plumbline",
    message: `${words}${held}`,
    color: COLOURS[tone],
    ...(tone === "fault" ? { isError: true } : {}),
  });
}
