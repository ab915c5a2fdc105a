// The cards of a report, as the page, the terminal and summary.md show them: verdicts that look like one mistake.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { causesOf, decidingOf, parseReport, shownExchange } from "@plumbline/report";

/** What a run left in its folder: its cards, and what the summary says of their number. */
export function readCards(folder) {
  const textOf = (name) => readFileSync(join(folder, name), "utf8");
  const report = parseReport(textOf("report.json"), textOf("exchanges.ndjson"));
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const all = causesOf(report).map(({ first, others }) => {
    const ids = [...new Set([first, ...others].map(({ requirement }) => requirement))];
    const exchange = exchanges.get(shownExchange(first) ?? "");
    const twin = exchanges.get(decidingOf(first)?.twin ?? "");
    const shown = [exchange, twin].filter((one) => one !== undefined);
    return { fails: first.outcome !== "warn", ids, shown, told: toldOf(ids, first, exchange) };
  });
  const levels = new Map(report.requirements.map(({ id, level }) => [id, level]));
  const stuck = report.verdicts.filter(
    ({ outcome, requirement }) => outcome === "could-not-run" && levels.get(requirement) === "MUST",
  );
  return {
    cards: all.filter(({ fails }) => fails),
    warned: all.filter(({ fails }) => !fails).flatMap(({ ids }) => ids),
    /** How many causes summary.md counts. */
    summed: Number(/^### (\d+) causes? of failures$/m.exec(textOf("summary.md"))?.[1] ?? 0),
    /** The MUSTs that could not run, with the reason of each. */
    lacking: new Map(stuck.map(({ requirement, reason }) => [requirement, reason])),
    left: report.changes.filter(({ state }) => state === "left" || state === "stays"),
    outcome: report.outcome,
  };
}

const toldOf = (ids, { check, expected, received }, exchange) =>
  `${ids.join(" ")}: ${check} expected ${expected}, received ${received} (${exchange?.request.method} ${exchange?.request.url})`;
