import {
  type Report,
  renderBadge,
  renderEvents,
  renderHar,
  renderHtml,
  renderJunit,
  renderMarkdown,
  renderSarif,
  serialiseReport,
} from "@plumbline/report";
import { nearest } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

interface Format {
  readonly file: string;
  readonly render: (report: Report) => string;
}

/** What a report can be written as; `html` comes last, because its path is the last line of a summary. */
export const FORMATS = {
  json: { file: "report.json", render: serialiseReport },
  junit: { file: "junit.xml", render: renderJunit },
  markdown: { file: "summary.md", render: renderMarkdown },
  sarif: { file: "report.sarif", render: renderSarif },
  har: { file: "exchanges.har", render: renderHar },
  events: { file: "events.ndjson", render: renderEvents },
  badge: { file: "badge.json", render: renderBadge },
  html: { file: "index.html", render: renderHtml },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

const NAMES = Object.keys(FORMATS).filter(isFormat);
const USUAL: readonly FormatName[] = ["json", "junit", "markdown", "html"];

/**
 * The formats that `--format` asks for, in the order of the table. `report.json` always comes with them: all others can
 * be made from it, and SARIF points into it.
 * @throws UsageError for an unknown format, with the nearest one.
 */
export function formatsOf(given: Given): readonly FormatName[] {
  const asked = given.all("format") ?? USUAL;
  const unknown = asked.find((name) => !isFormat(name));
  if (unknown !== undefined) {
    const close = nearest(unknown, NAMES);
    const hint = close === undefined ? `known are ${NAMES.join(", ")}` : `did you mean "${close}"?`;
    throw new UsageError(`--format: there is no format "${unknown}": ${hint}`);
  }
  return NAMES.filter((name) => name === "json" || asked.includes(name));
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
