import { type Cause, checksOf, isFailure } from "../../../causes/causes-of.ts";
import { SymptomWords } from "../../../causes/symptom-words.ts";
import type { Report } from "../../../report.ts";
import { byReason, disturbed, verdictsOf } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import { checkWords } from "../../check-words.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

/** What to do about the outcome, in a sentence or two. */
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
      return html`What was gathered is here. Run again for the rest: ${command(run.command)}`;
    case "harness-error":
      return html`Plumbline itself went wrong: what it says of the other rules holds, and the message belongs into a bug report.`;
    case "passed":
      if (staleKnownFailures.length > 0)
        return html`Take the entries that no longer hold out of <a href="#known">the list of known failures</a>.`;
      return verdictsOf(report, "warn").length > 0
        ? html`Nothing has to be mended; <a href="#warnings">recommendations</a> are left. Printed, this page begins with a record of the run to attach to a release.`
        : html`Nothing. Printed, this page begins with a record of the run to attach to a release.`;
    default:
      return outcome satisfies never;
  }
}

function mendFirst(report: Report, causes: readonly Cause[]): Markup {
  const [cause] = causes;
  if (cause === undefined) return html`See <a href="#failures">the failures</a>.`;
  const symptom = new SymptomWords(report).of(cause.first, cause.others);
  const rest = causes.filter(isFailure).length - 1;
  const others = rest > 0 ? html` ${counted(rest, "other cause")} ${rest === 1 ? "is" : "are"} left then.` : undefined;
  return html`Mend <a href="${checkLink(cause.first.check)}">${wire(symptom)}</a> (${checkWords(checksOf(cause))}).${others} Then run what failed again: ${command(again(report))}`;
}

/** Campaigns find what they found by the whole of them. */
const again = ({ run: { command } }: Report): string =>
  /^plumbline run(?!.* --fuzz )/u.test(command) ? `${command} --failed` : command;

function giveWhatIsMissing(report: Report): Markup {
  // Nobody should run again what may have harmed others.
  if (disturbed(report).length > 0)
    return html`Look at <a href="#safety">what changed although no request addressed it</a> by hand, before anything of this is run again.`;
  const must = new Set(report.requirements.filter(({ level }) => level === "MUST").map(({ id }) => id));
  const lacking = byReason(report, "could-not-run").filter(([, verdicts]) =>
    verdicts.some(({ requirement }) => must.has(requirement)),
  );
  const [first] = lacking;
  if (first === undefined) return html`See <a href="#not-run">what could not run</a>.`;
  const [reason, verdicts] = first;
  return html`Nothing is broken, but not everything was looked at. What holds up most, ${counted(verdicts.length, "check")}: ${wire(reason)}. <a href="#not-run">All of it</a>`;
}

const command = (text: string): Markup => html`<code>${wire(text)}</code>`;
