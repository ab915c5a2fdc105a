import { serialiseReport } from "../json.ts";
import type { Report } from "../report.ts";
import { renderBadge } from "./badge-json.ts";
import { renderEvents } from "./events.ts";
import { renderHar } from "./har.ts";
import { renderHtml } from "./html.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import type { RuleBook } from "./rule-book.ts";
import { renderSarif } from "./sarif.ts";

interface Format {
  /** The name of the output file. */
  readonly file: string;
  /** Written when the user names no formats. */
  readonly usual: boolean;
  readonly render: (report: Report, book?: RuleBook) => string;
}

/** The output formats of a report, by the name that users give. `html` is the last, because its path ends a summary. */
export const FORMATS = {
  json: { file: "report.json", usual: true, render: serialiseReport },
  junit: { file: "junit.xml", usual: true, render: renderJunit },
  markdown: { file: "summary.md", usual: true, render: renderMarkdown },
  sarif: { file: "report.sarif", usual: false, render: renderSarif },
  har: { file: "exchanges.har", usual: false, render: renderHar },
  events: { file: "events.ndjson", usual: false, render: renderEvents },
  badge: { file: "badge.json", usual: false, render: renderBadge },
  html: { file: "index.html", usual: true, render: renderHtml },
} as const satisfies Readonly<Record<string, Format>>;
