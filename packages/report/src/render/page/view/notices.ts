import type { Report } from "../../../report.ts";
import { leftovers } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import { offered } from "../../offered.ts";
import { html, type Markup, wire } from "../markup.ts";

/** Facts that readers must know before they trust the outcome. */
export function notices(report: Report): readonly Markup[] {
  const { target, staleKnownFailures = [] } = report;
  const left = leftovers(report).length;
  const faults = target.faults ?? [];
  const part = offered(report);
  return [
    target.selfConsistency
      ? html`<p class="notice"><strong>Self-consistency run.</strong> The target and the checks come from the same contract: a pass shows that the suite agrees with itself, and says nothing about other servers.</p>`
      : undefined,
    part === undefined ? undefined : html`<p class="notice">${part}</p>`,
    faults.length > 0
      ? html`<p class="notice"><strong>Faults are switched on.</strong> The target misbehaves on purpose: ${wire(faults.join(", "))}</p>`
      : undefined,
    left > 0
      ? html`<p class="notice warn"><strong>Remains on the target:</strong> ${counted(left, "thing")} that the run created. <a href="#safety">See which</a></p>`
      : undefined,
    staleKnownFailures.length > 0
      ? html`<p class="notice warn"><strong>The list of known failures is out of date</strong> in ${counted(staleKnownFailures.length, "place")}. <a href="#known">See which</a></p>`
      : undefined,
  ].filter((notice) => notice !== undefined);
}
