import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./program.mjs";

/** A run that never ends must not keep a trial; on a machine that others use, one may take minutes. */
const MOST_SECONDS = 600;
/** They use up what others are given of the token endpoint for a minute. */
const QUOTA = ["TOKEN-RATE-LIMIT", "TOKEN-RATE-RECOVERS", "TOKEN-RETRY-AFTER"];

/** Runs the whole suite but what needs the quota of tokens; how it ended, what it printed and its report. */
export async function runReported({ folder, target, environment, front }, more = [], seconds = MOST_SECONDS) {
  const out = join(folder, "out");
  const skipped = QUOTA.flatMap((id) => ["--skip", id]);
  const args = ["run", "--target", target, "--out", out, ...skipped, ...more];
  const ran = await runProgram(args, { environment, cwd: folder, seconds });
  await front.settled();
  const file = join(out, "report.json");
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  return { ...ran, report, changes: report?.changes ?? [] };
}

/** Checks of a MUST that failed, with what was received. */
export function redIn(report) {
  const musts = new Set((report?.requirements ?? []).filter(({ level }) => level === "MUST").map(({ id }) => id));
  return (report?.verdicts ?? [])
    .filter(({ outcome, requirement }) => outcome === "fail" && musts.has(requirement))
    .map(({ check, received = "" }) => ({ check, text: `${check}: ${received.slice(0, 140)}` }));
}

/** Changes that the report does not say to be undone. */
export const openIn = (changes) => changes.filter(({ state }) => state === "left" || state === "stays");

/** How often each value of `of` is there, as a text. */
export function tally(values, of) {
  const times = new Map();
  for (const value of values) times.set(of(value), (times.get(of(value)) ?? 0) + 1);
  return [...times].map(([name, many]) => `${many} ${name}`).join(", ") || "none";
}
