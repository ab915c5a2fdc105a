import { ASPECTS } from "../../../aspects.ts";
import { operationsOf } from "../../../operation-order.ts";
import { LEVELS, OUTCOMES } from "../../../outcome.ts";
import type { Report } from "../../../report.ts";
import { oneLine, visible } from "../../../text/visible.ts";
import { counted } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { html, type Markup } from "../markup.ts";
import { section } from "./section.ts";

const BASES = ["stated", "derived", "not-shown"];

/** Requirements with their filters. The script fills the list and shows the form. */
export function requirementsView(report: Report): Markup {
  const areas = [...new Set(report.requirements.map(({ area }) => area))].sort();
  const operations = operationsOf(report).map(({ operation }) => operation);
  return section({
    id: "requirements",
    title: "Requirements",
    count: counted(report.requirements.length, "requirement"),
    body: html`${withoutScript("The list of requirements")}
<form id="filters" role="search" aria-label="Filter the requirements" hidden>
<label class="grow">Search <input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="id, words, section, operation"></label>
${select("level", "Level", options(LEVELS))}
${select(
  "outcome",
  "Outcome",
  OUTCOMES.map((outcome) => [outcome, OUTCOME_LABELS[outcome].words]),
)}
${select("area", "Area", options(areas))}
${select("basis", "Basis", options(BASES))}
${select(
  "aspect",
  "Aspect",
  ASPECTS.map(({ id, words }) => [id, words]),
)}
${select("operation", "Operation", options(operations))}
<button type="reset">Clear</button>
</form>
<p id="shown" class="quiet" role="status"></p>
<div id="areas"></div>`,
  });
}

/** The interface section by section, each rule coloured by its verdict. The script fills it. */
export function interfaceView(): Markup {
  return section({
    id: "interface",
    title: "Interface text",
    lead: "The rules of the interface in the order of its sections, each with the result of this run.",
    body: html`${withoutScript("The text")}<div id="interface-text"></div>`,
  });
}

/** The exchange log, one page at a time. The script fills it. */
export function logView({ exchanges }: Report): Markup {
  return section({
    id: "log",
    title: "Exchange log",
    count: counted(exchanges.length, "exchange"),
    body: html`${withoutScript("The exchange log")}
<div id="log-controls" class="controls" hidden>
<label class="grow">Search <input type="search" id="log-search" autocomplete="off" spellcheck="false" placeholder="method, address, status, operation, check"></label>
${select("log-status", "Answer", [
  ["2", "2xx"],
  ["3", "3xx"],
  ["4", "4xx"],
  ["5", "5xx"],
  ["fault", "no answer"],
])}
<button type="button" id="log-back">Previous</button>
<span id="log-position" role="status"></span>
<button type="button" id="log-on">Next</button>
</div>
<div id="log-entries"></div>`,
  });
}

function withoutScript(what: string): Markup {
  return html`<noscript><p class="quiet">${what} needs script; the JSON report has it too.</p></noscript>`;
}

function options(values: readonly string[]): readonly (readonly [string, string])[] {
  return values.map((value) => [visible(value), oneLine(value, 40)]);
}

function select(name: string, label: string, items: readonly (readonly [value: string, words: string])[]): Markup {
  const choices = items.map(([value, words]) => html`<option value="${value}">${words}</option>`);
  return html`<label>${label} <select name="${name}" id="filter-${name}"><option value="">all</option>${choices}</select></label>`;
}
