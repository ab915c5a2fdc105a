import type { Report } from "../../../report.ts";
import type { RoleTrial } from "../../../report-views.ts";
import { groupBy } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import type { Tone } from "../../../tone.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { mark } from "./mark.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

/** The result of each role on each operation, compared with the description. */
export function rolesView({ roleMatrix, operations }: Report): Markup {
  const frame = {
    id: "roles",
    title: "Roles",
    lead: "What each role was allowed to do. A cross marks a result that the rules forbid.",
  };
  if (roleMatrix === undefined)
    return section({
      ...frame,
      body: nothing("This run has no data about roles, because it did not run the whole suite."),
    });
  if (roleMatrix.length === 0)
    return section({
      ...frame,
      body: nothing("This run had no key with a known role. State keys by role in the target file."),
    });
  // Sorted by code units: roles of the description begin with a capital letter, so keys without a role come last.
  const roles = [...new Set(roleMatrix.map(({ role }) => role))].sort();
  const order = new Map((operations ?? []).map(({ operation }, index) => [operation, index]));
  const rows = [...groupBy(roleMatrix, ({ operation }) => operation)]
    .sort(([one], [other]) => (order.get(one) ?? 999) - (order.get(other) ?? 999))
    .map(([operation, trials]) => [
      wire(operation),
      ...roles.map((role) => cell(trials.filter((trial) => trial.role === role))),
    ]);
  return section({
    ...frame,
    count: counted(rows.length, "operation"),
    body: [
      legend(),
      table(
        "Roles",
        ["Operation", ...roles.map((role) => html`<span class="slanted">${wire(role)}</span>`)],
        rows,
        "matrix",
      ),
    ],
  });
}

type Reading = readonly [symbol: string, words: string, tone: Tone];

function readingOf({ due, got }: RoleTrial): Reading {
  if (got === "unclear") return ["?", "the answer shows neither", "quiet"];
  if (due === "open")
    return got === "allowed"
      ? ["◎", "allowed, and the rules leave it open", "quiet"]
      : ["◌", "refused, and the rules leave it open", "quiet"];
  if (due !== got)
    return got === "allowed"
      ? ["✘", "allowed, but must be refused", "bad"]
      : ["✘", "refused, but must be allowed", "bad"];
  return got === "allowed" ? ["✔", "allowed, as it must be", "good"] : ["⊖", "refused, as it must be", "good"];
}

function cell(trials: readonly RoleTrial[]): Markup {
  const readings = new Map(trials.map((trial) => [readingOf(trial)[1], trial]));
  if (readings.size === 0) return html``;
  return html`${[...readings.values()].map((trial) => {
    const [symbol, words, tone] = readingOf(trial);
    const status = trial.status === undefined ? "" : ` (${trial.status})`;
    const shown = mark(symbol, `${trial.version ?? ""} ${words}${status}`.trim(), tone);
    return trial.check === undefined ? shown : html`<a class="cell" href="${checkLink(trial.check)}">${shown}</a>`;
  })}`;
}

function legend(): Markup {
  const entries: readonly Reading[] = [
    ["✔", "allowed, as it must be", "good"],
    ["⊖", "refused, as it must be", "good"],
    ["✘", "the opposite of what it must be", "bad"],
    ["◎", "allowed, and the rules leave it open", "quiet"],
    ["◌", "refused, and the rules leave it open", "quiet"],
    ["?", "the answer shows neither", "quiet"],
  ];
  return html`<ul class="legend">${entries.map(([symbol, words, tone]) => html`<li class="${tone}"><span class="symbol" aria-hidden="true">${symbol}</span> ${words}</li>`)}</ul>`;
}
