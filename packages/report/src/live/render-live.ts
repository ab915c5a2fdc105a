import { causesOf } from "../causes/causes-of.ts";
import { type Label, RUN_LABELS } from "../render/labels.ts";
import { embeddedReport } from "../render/page/data/embedded.ts";
import { ruleNotes } from "../render/page/data/rule-notes.ts";
import { framed } from "../render/page/framed.ts";
import { LIVE_SCRIPT } from "../render/page/live-script.ts";
import { embeddedJson, html, type Markup, wire } from "../render/page/markup.ts";
import { type Group, groupsOf, linked } from "../render/page/navigation.ts";
import { LIVE_STYLE } from "../render/page/style/live.ts";
import { STYLE } from "../render/page/style.ts";
import { views } from "../render/page/views.ts";
import type { RuleBook } from "../render/rule-book.ts";
import type { Report } from "../report.ts";
import type { LiveData } from "./live-event.ts";
import { type Choices, nowView } from "./now-view.ts";
import type { RunLine } from "./run-line.ts";
import { runsView } from "./runs-view.ts";

/** The content of the live page in addition to a report. */
export interface Live {
  readonly toolVersion: string;
  readonly data: LiveData;
  readonly choices: Choices;
  /** Earlier runs, the newest first. */
  readonly runs: readonly RunLine[];
  /** The name of what is shown instead of the newest result, such as `The run of ...`. */
  readonly instead?: string;
  readonly book?: RuleBook;
}

const IDLE: Label = { symbol: "○", words: "no run yet", tone: "quiet" };

/**
 * The page of a report, with the controls that start, show and stop runs. A server serves it, and the page connects
 * only to that server.
 */
export function renderLive(report: Report | undefined, live: Live): string {
  const { toolVersion, data, choices, runs, instead, book } = live;
  const label = report === undefined ? IDLE : RUN_LABELS[report.outcome];
  const causes = report === undefined ? [] : causesOf(report);
  const target = report?.target.name ?? choices.target;
  const here: Group = [
    "This machine",
    [
      { id: "now", words: "Now" },
      { id: "runs", words: "Runs", count: runs.length },
    ],
  ];
  const own = [nowView(choices), runsView(runs, report, data.base)];
  return framed({
    toolVersion,
    title: `${label.symbol} ${label.words}: ${target} – Plumbline`,
    label,
    target,
    navigation: linked(report === undefined ? [here] : [here, ...groupsOf(report, causes)]),
    // Without a report, the view that starts a run comes first.
    views: report === undefined ? own : [...views(report, causes, book), ...own],
    data: [
      html`<script type="application/json" id="live-data">${embeddedJson(data)}</script>`,
      ...(report === undefined ? [] : [embeddedReport(report), ...ruleNotes(report, book)]),
    ],
    ...(report === undefined && { skip: ["now", "what runs"] as const }),
    strip: strip(data, instead),
    footer: `Served by Plumbline ${toolVersion} to this machine only; it loads nothing from elsewhere.`,
    style: STYLE + LIVE_STYLE,
    script: LIVE_SCRIPT,
    policy: ["form-action 'self'", "connect-src 'self'"],
  });
}

function strip({ base }: LiveData, instead: string | undefined): Markup {
  return html`<div id="strip">${instead === undefined ? undefined : html`<span class="instead">${wire(instead)} <a href="${base}">Newest</a></span>`}<a href="#now" id="strip-state" class="quiet">…</a><button type="button" id="strip-stop" class="small" hidden>Stop</button><button type="button" id="newer" class="small" hidden>Show the newer result</button></div>
`;
}
