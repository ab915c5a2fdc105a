import { type Check, neededOf } from "@plumbline/conformance";
import { wrapped } from "@plumbline/report/wrapped";

/** How many reasons of one kind are listed; the others are only counted. */
const SHOWN_REASONS = 10;

/** Characters per line when the width of the reader's terminal is unknown. */
const WIDTH = 110;

/**
 * A plan in lines: how many checks can run, which ids they wait for, why the others cannot run, and a line for each
 * requirement.
 */
export function planSummary(
  checks: readonly Check[],
  toBeFound: ReadonlySet<string>,
  width: number = WIDTH,
): readonly string[] {
  const able = checks.filter(({ obstacle }) => obstacle === undefined);
  const waiting = able.map((check) => neededOf(check, toBeFound)).filter((names) => names.length > 0);
  const reasonsOf = (kind: string): readonly string[] =>
    checks.flatMap(({ obstacle }) => (obstacle?.kind === kind ? [obstacle.reason] : []));
  return [
    `${counted(able.length, "check")} can run${waiting.length === 0 ? "" : `; ${waiting.length} of them need ids that the run must find first:`}`,
    ...grouped(
      waiting.flat().map((name) => `${name}: to be found`),
      width,
    ),
    ...section("could not run", reasonsOf("could-not-run"), width),
    ...section("would not apply", reasonsOf("not-applicable"), width),
    "",
    ...table(checks, toBeFound),
  ];
}

function section(what: string, reasons: readonly string[], width: number): readonly string[] {
  return reasons.length === 0 ? [] : [`${counted(reasons.length, "check")} ${what}:`, ...grouped(reasons, width)];
}

/** Texts with their counts, the most frequent first. */
function grouped(texts: readonly string[], width: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const digits = String(sorted[0]?.[1] ?? "").length;
  const lines = sorted.slice(0, SHOWN_REASONS).flatMap(([text, count]) => {
    const mark = `  ${String(count).padStart(digits)} × `;
    return wrapped(text, width - mark.length).map((line, at) => (at === 0 ? mark : " ".repeat(mark.length)) + line);
  });
  const more = sorted.length - SHOWN_REASONS;
  return more > 0 ? [...lines, `  … and ${counted(more, "more reason")}: --checks shows them`] : lines;
}

/** A line for each requirement: the number of checks, their requests and risks, and how many cannot run at present. */
function table(checks: readonly Check[], toBeFound: ReadonlySet<string>): readonly string[] {
  const byRequirement = new Map<string, Check[]>();
  for (const check of checks) {
    const { id } = check.requirement;
    byRequirement.set(id, [...(byRequirement.get(id) ?? []), check]);
  }
  const rows = [...byRequirement].map(([id, own]) => [
    id,
    String(own.length),
    `up to ${requestsOf(own)}`,
    [...new Set(own.map(({ risk }) => risk))].join(", "),
    notes(own, toBeFound),
  ]);
  const all = [["requirement", "checks", "requests", "may", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const requestsOf = (checks: readonly Check[]): number =>
  checks.reduce((sum, { obstacle, requests }) => sum + (obstacle === undefined ? requests : 0), 0);

function notes(checks: readonly Check[], toBeFound: ReadonlySet<string>): string {
  const count = (kind: string): number => checks.filter(({ obstacle }) => obstacle?.kind === kind).length;
  const open = checks.filter((check) => neededOf(check, toBeFound).length > 0).length;
  return [
    ...(open > 0 ? [`${open} to be found`] : []),
    ...(count("could-not-run") > 0 ? [`${count("could-not-run")} could not run`] : []),
    ...(count("not-applicable") > 0 ? [`${count("not-applicable")} n/a`] : []),
  ].join(", ");
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
