import { LEVELS, OUTCOMES, type Report } from "../../../report.ts";
import { oneLine } from "../../../text/visible.ts";
import { figure } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { html, type Markup } from "../markup.ts";

/** Requirements by area with their filters; the script fills the list and shows the form. */
export function requirementsView({ requirements }: Report): Markup {
  const areas = [...new Set(requirements.map(({ area }) => area))].sort();
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title" tabindex="-1">Requirements by area <span class="count">${figure(requirements.length)}</span></h2>
<noscript><p class="quiet">The list of requirements needs script; it also stands in the JSON report.</p></noscript>
<form id="filters" role="search" aria-label="Filter the requirements" hidden>
${select(
  "level",
  "Level",
  LEVELS.map((level) => [level, level]),
)}
${select(
  "outcome",
  "Outcome",
  OUTCOMES.map((outcome) => [outcome, OUTCOME_LABELS[outcome].words]),
)}
${select(
  "area",
  "Area",
  areas.map((area) => [area, oneLine(area, 40)]),
)}
<label class="grow">Search <input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="id, words, section, operation"></label>
<button type="reset">Clear</button>
</form>
<p id="shown" class="quiet" role="status"></p>
<div id="areas"></div>
</section>`;
}

/** The exchange log, a page at a time; filled by the script. */
export function logView({ exchanges }: Report): Markup {
  return html`<section id="log" aria-labelledby="log-title">
<h2 id="log-title" tabindex="-1">Exchange log <span class="count">${figure(exchanges.length)}</span></h2>
<noscript><p class="quiet">The exchange log needs script; it also stands in the JSON report.</p></noscript>
<div id="log-controls" class="controls" hidden>
<label class="grow">Search <input type="search" id="log-search" autocomplete="off" spellcheck="false" placeholder="method, address, status, operation, check"></label>
<button type="button" id="log-back">Back</button>
<span id="log-position" role="status"></span>
<button type="button" id="log-on">On</button>
</div>
<div id="log-entries"></div>
</section>`;
}

function select(name: string, label: string, options: readonly (readonly [value: string, words: string])[]): Markup {
  const items = options.map(([value, words]) => html`<option value="${value}">${words}</option>`);
  return html`<label>${label} <select name="${name}"><option value="">all</option>${items}</select></label>`;
}
