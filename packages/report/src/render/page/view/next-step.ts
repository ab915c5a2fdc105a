import { type Cause, checksOf, isFailure } from "../../../causes/causes-of.ts";
import { SymptomWords } from "../../../causes/symptom-words.ts";
import type { Report } from "../../../report.ts";
import { byReason, disturbed, verdictsOf } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import { checkWords } from "../../check-words.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

/** What the reader should do about the outcome, in a sentence or two. */
export function nextStep(report: Report, causes: readonly Cause[]): Markup {
  return html`<p class="notice next"><strong>What to do next.</strong> ${words(report, causes)}</p>`;
}

function words(report: Report, causes: readonly Cause[]): Markup {
  const { outcome, run, staleKnownFailures = [] } = report;
  switch (outcome) {
    case "failed":
      return mendFirst(report, causes);
    case "incomplete":
      return giveWhatIsMissing(report);
    case "unreachable":
      return html`Start the target, or correct its address or certificate, and run again: ${command(run.command)}`;
    case "interrupted":
      return html`This page shows the results so far. Run again for the rest: ${command(run.command)}`;
    case "harness-error":
      return html`Plumbline itself failed. Please report the message as a bug. The results of the other requirements are valid.`;
    case "passed":
      if (staleKnownFailures.length > 0)
        return html`Remove the outdated entries from <a href="#known">the list of known failures</a>.`;
      return verdictsOf(report, "warn").length > 0
        ? html`Nothing must be fixed, but the target breaks some <a href="#warnings">recommendations</a>. In print, this page begins with a record of the run to attach to a release.`
        : html`Nothing. In print, this page begins with a record of the run to attach to a release.`;
    default:
      return outcome satisfies never;
  }
}

function mendFirst(report: Report, causes: readonly Cause[]): Markup {
  const [cause] = causes;
  if (cause === undefined) return html`See <a href="#failures">the failures</a>.`;
  const symptom = new SymptomWords(report).of(cause.first, cause.others);
  const rest = causes.filter(isFailure).length - 1;
  const others =
    rest > 0 ? html` ${counted(rest, "other cause")} ${rest === 1 ? "remains" : "remain"} after that.` : undefined;
  return html`Fix <a href="${checkLink(cause.first.check)}">${wire(symptom)}</a> (${checkWords(checksOf(cause))}).${others} Then run the failed checks again: ${command(again(report))}`;
}

/**
 * The command for another run: only the failed checks, or the whole command if it runs campaigns, which cannot repeat a
 * part.
 */
const again = ({ run: { command } }: Report): string =>
  /^plumbline run(?!.* --fuzz )/u.test(command) ? `${command} --failed` : command;

function giveWhatIsMissing(report: Report): Markup {
  // Readers should not repeat a run that may have damaged records of others.
  if (disturbed(report).length > 0)
    return html`Before you run this again, check by hand <a href="#safety">the records that changed although no request addressed them</a>.`;
  const must = new Set(report.requirements.filter(({ level }) => level === "MUST").map(({ id }) => id));
  const lacking = byReason(report, "could-not-run").filter(([, verdicts]) =>
    verdicts.some(({ requirement }) => must.has(requirement)),
  );
  const [first] = lacking;
  if (first === undefined) return html`See <a href="#not-run">what could not run</a>.`;
  const [reason, verdicts] = first;
  return html`Nothing is broken, but some checks could not run. The most frequent reason (${counted(verdicts.length, "check")}): ${wire(reason)}. <a href="#not-run">All reasons</a>`;
}

const command = (text: string): Markup => html`<code>${wire(text)}</code>`;
