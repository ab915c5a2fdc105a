export type { Cause } from "./causes/causes-of.ts";
export { causesOf } from "./causes/causes-of.ts";
export { SymptomWords } from "./causes/symptom-words.ts";
export type { LevelCount } from "./counts.ts";
export { levelCounts } from "./counts.ts";
export { decidingOf, shownExchange } from "./deciding.ts";
export { type DecidingLine, decidingLines } from "./deciding-lines.ts";
export { comparesNothing } from "./diff/compares-nothing.ts";
export { diffReports } from "./diff/diff-reports.ts";
export { serialiseDiff } from "./diff/serialise.ts";
export type { PlannedCheck, RunEvent } from "./events/event.ts";
export { EVENTS_FORMAT, eventLine } from "./events/event.ts";
export { eventsOf } from "./events/of-report.ts";
export { readJournal } from "./events/read-journal.ts";
export type { Fingerprint, Observation } from "./fingerprint.ts";
export { fingerprintOf } from "./fingerprint.ts";
export type { ExitCode, GateOptions } from "./gate.ts";
export { EXIT_CODES, exitCode } from "./gate.ts";
export { EXCHANGES_FILE, exchangeLines, parseReport, serialiseReport } from "./json.ts";
export type { KnownFailure } from "./known-failures.ts";
export { applyKnownFailures } from "./known-failures.ts";
export type {
  KnownWish,
  LiveEvent,
  LiveFailure,
  LiveProgress,
  LiveRequest,
  LiveResult,
  LiveRun,
  RunWish,
  Scope,
} from "./live/live-event.ts";
export { SCOPES } from "./live/live-event.ts";
export { overlaid } from "./live/overlaid.ts";
export type { Live } from "./live/render-live.ts";
export { renderLive } from "./live/render-live.ts";
export type { RunLine } from "./live/run-line.ts";
export { runLineOf } from "./live/run-line.ts";
export { mergeReports } from "./merge.ts";
export { MergeError } from "./merge-error.ts";
export type { Deciding, Level, Outcome, OutcomeKind, RunOutcome } from "./outcome.ts";
export { LEVELS, OUTCOMES } from "./outcome.ts";
export type { Redacted } from "./redacted.ts";
export { renderAnnotations } from "./render/annotations.ts";
export { renderBadge } from "./render/badge-json.ts";
export { renderDiffMarkdown } from "./render/diff-markdown.ts";
export type { DiffTextOptions } from "./render/diff-text.ts";
export { renderDiff } from "./render/diff-text.ts";
export { renderEvents } from "./render/events.ts";
export { FORMATS } from "./render/formats.ts";
export { harEntry } from "./render/har/entry.ts";
export { renderHar } from "./render/har.ts";
export { renderHtml } from "./render/html.ts";
export { renderJunit } from "./render/junit.ts";
export type { Label } from "./render/labels.ts";
export { OUTCOME_LABELS, RUN_LABELS } from "./render/labels.ts";
export { renderMarkdown } from "./render/markdown.ts";
export type { Progress } from "./render/progress.ts";
export { formatProgress } from "./render/progress.ts";
export type { RuleBook, RuleNote } from "./render/rule-book.ts";
export { renderSarif } from "./render/sarif.ts";
export type { SummaryOptions } from "./render/summary.ts";
export { renderCauses, renderSummary } from "./render/summary.ts";
export type {
  Basis,
  Change,
  Counts,
  DoctorFinding,
  Headers,
  Report,
  ReportExchange,
  RequirementKind,
  RequirementSummary,
  StaleKnownFailure,
  Verdict,
} from "./report.ts";
export { REPORT_FORMAT } from "./report.ts";
export type {
  CheckChange,
  DiffSide,
  NotComparable,
  ObservationChange,
  Reading,
  ReportDiff,
} from "./report-diff.ts";
export { DIFF_FORMAT } from "./report-diff.ts";
export { ReportFormatError } from "./report-format-error.ts";
export { reportFromJournal } from "./report-from-journal.ts";
export { ReportInputError } from "./report-input-error.ts";
export type {
  CoverageRow,
  DriftEntry,
  KeptCell,
  LimitLadder,
  LimitRung,
  ReportOperation,
  ReportViews,
  RoleTrial,
} from "./report-views.ts";
export type { ReportInput, RequirementStatement } from "./summarise.ts";
export { buildReport, worstOutcome } from "./summarise.ts";
export { oneLine, visible } from "./text/visible.ts";
export type { Tone } from "./tone.ts";
export { UNSEEN_ANYWHERE } from "./unseen.ts";
