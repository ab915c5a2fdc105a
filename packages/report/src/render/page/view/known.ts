import { alike } from "../../../causes/alike.ts";
import type { Report, StaleKnownFailure } from "../../../report.ts";
import { verdictsOf } from "../../../select.ts";
import { html, type Markup, wire } from "../markup.ts";
import { causesView } from "./causes.ts";
import { table } from "./table.ts";

const STALE: Readonly<Record<StaleKnownFailure["state"], string>> = {
  unmatched: "This run has no check with that id: remove or correct the entry.",
  passes: "The check passes now: remove the entry.",
  expired: "Its date has passed: fix the failure or renew the entry.",
};

/** Failures on the user's list, after the list's outdated entries. */
export function knownView(report: Report): Markup {
  const { staleKnownFailures: stale = [] } = report;
  const rows = stale.map(({ check, state }) => [wire(check), html`${STALE[state]}`]);
  return html`${causesView(report, {
    id: "known",
    title: "Known failures",
    cards: alike(verdictsOf(report, "known-fail")),
    lead: "Broken requirements that the list of known failures excuses.",
    empty: "No failure of this run is on the list of known failures.",
  })}
${rows.length === 0 ? undefined : html`<section id="stale" class="view with-known" aria-labelledby="stale-title"><h2 id="stale-title" tabindex="-1">Known failures that are out of date</h2>${table("Outdated entries", ["Check", "What to do"], rows)}</section>`}`;
}
