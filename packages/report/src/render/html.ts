import { causesOf } from "../causes/causes-of.ts";
import type { Report } from "../report.ts";
import { RUN_LABELS } from "./labels.ts";
import { embeddedReport } from "./page/data/embedded.ts";
import { ruleNotes } from "./page/data/rule-notes.ts";
import { framed } from "./page/framed.ts";
import { navigation } from "./page/navigation.ts";
import { SCRIPT } from "./page/script.ts";
import { STYLE } from "./page/style.ts";
import { views } from "./page/views.ts";
import type { RuleBook } from "./rule-book.ts";

/**
 * One self-contained page: no network, and no code except its own script. The content security policy allows the script
 * by its hash and forbids it to make markup from text. Everything decisive is HTML and readable without script; the
 * script builds exchanges, filters and the interface text from the embedded report on demand. The page contains the
 * notes of `book` on rules that do not hold, and links to its site.
 */
export function renderHtml(report: Report, book?: RuleBook): string {
  const label = RUN_LABELS[report.outcome];
  const causes = causesOf(report);
  return framed({
    toolVersion: report.tool.version,
    title: `${label.symbol} ${label.words}: ${report.target.name} – Plumbline`,
    label,
    target: report.target.name,
    navigation: navigation(report, causes),
    views: views(report, causes, book),
    data: [embeddedReport(report), ...ruleNotes(report, book)],
    footer: `Written by Plumbline ${report.tool.version}. This file is complete and loads nothing from elsewhere.`,
    style: STYLE,
    script: SCRIPT,
  });
}
