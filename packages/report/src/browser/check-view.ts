import { decidingOf, shownExchange } from "../deciding.ts";
import type { Verdict } from "../report.ts";
import { visible } from "../text/visible.ts";
import { counted } from "../text/words.ts";
import { actionsOf } from "./actions.ts";
import { badge } from "./badge.ts";
import { checkLink } from "./check-link.ts";
import { command, copyButton } from "./copy.ts";
import { exchanges, report } from "./data.ts";
import { el, wire } from "./dom.ts";
import { exchangeView, type Part } from "./exchange-view.ts";
import { lazy, openDetails } from "./lazy.ts";

/** A check within the list of requirements. */
export function checkView(verdict: Verdict): HTMLElement {
  const place = verdict.operation === undefined ? "all operations" : visible(verdict.operation);
  const version = verdict.version === undefined ? "" : `, version ${visible(verdict.version)}`;
  const lines = findingOf(verdict).map(([name, text]) => el("div", {}, el("dt", {}, name), el("dd", {}, wire(text))));
  const view = el(
    "article",
    { class: "check", tabindex: "-1", "aria-label": visible(verdict.check) },
    el(
      "h4",
      {},
      badge(verdict.outcome),
      " ",
      el("span", { class: "place" }, place + version),
      " ",
      checkLink(verdict.check),
    ),
    lines.length === 0 ? undefined : el("dl", { class: "versus" }, ...lines),
    verdict.evidence.length === 0
      ? undefined
      : lazy(
          el("details", { class: "evidence" }, el("summary", {}, counted(verdict.evidence.length, "exchange"))),
          () => evidenceOf(verdict),
        ),
    verdict.replay === undefined ? undefined : command("Replay", verdict.replay),
    verdict.outcome === "fail" || verdict.outcome === "flaky"
      ? command("Known failure", JSON.stringify({ check: verdict.check, reason: "say why" }))
      : undefined,
    ...actionsOf(verdict),
  );
  return view;
}

function findingOf(verdict: Verdict): readonly (readonly [name: string, text: string])[] {
  switch (verdict.outcome) {
    case "fail":
    case "warn":
    case "flaky":
      return [
        ["Expected", verdict.expected],
        ["Received", verdict.received],
      ];
    case "known-fail":
      return [
        ["Expected", verdict.expected],
        ["Received", verdict.received],
        ["Reason", verdict.reason],
      ];
    case "observed":
      return [["Observed", verdict.note]];
    case "could-not-run":
    case "not-applicable":
      return [["Reason", verdict.reason]];
    case "harness-error":
      return [["Error of Plumbline", verdict.message]];
    case "pass":
      return [];
    default:
      return verdict satisfies never;
  }
}

async function evidenceOf(verdict: Verdict): Promise<readonly Node[]> {
  const { evidence } = verdict;
  const all = await exchanges();
  const { exchange: decided, where, twin } = decidingOf(verdict) ?? {};
  const bodyOf = (id: string | undefined): string | undefined => {
    const response = id === undefined ? undefined : all.get(id)?.response;
    return response !== undefined && "body" in response ? response.body : undefined;
  };
  const partOf = (id: string): Part | undefined => {
    if (id === decided) return { words: "Decided", where, beside: bodyOf(twin) };
    return id === twin ? { words: "Compared with", beside: bodyOf(decided) } : undefined;
  };
  const found = evidence.map((id) => ({ id, exchange: all.get(id) }));
  const since = found.find(({ exchange }) => exchange !== undefined)?.exchange?.at ?? 0;
  const views = found.map(({ id, exchange }) =>
    exchange === undefined
      ? el("p", { class: "quiet" }, "Exchange ", wire(id), " is not in this report.")
      : exchangeView(exchange, since, partOf(id)),
  );
  const shown = views[evidence.indexOf(shownExchange(verdict) ?? "")];
  if (shown instanceof HTMLDetailsElement) await openDetails(shown);
  return views;
}

/** Adds exchanges and copy buttons to the checks that the page contains as HTML. */
export function startChecks(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-verdict]")) {
    const verdict = report.verdicts[Number(details.dataset["verdict"])];
    if (verdict === undefined) continue;
    lazy(details, () => evidenceOf(verdict));
    details.closest(".check")?.append(...actionsOf(verdict));
  }
  for (const line of document.querySelectorAll(".command")) {
    const code = line.querySelector("code");
    if (code !== null) line.append(copyButton(code, line.querySelector(".command-name")?.textContent ?? "line"));
  }
  for (const line of document.querySelectorAll(".versus .expected, .versus .received")) {
    const text = line.querySelector<HTMLElement>("dd > .wire");
    if (text !== null) text.after(copyButton(text, line.querySelector("dt")?.textContent ?? "text"));
  }
}
