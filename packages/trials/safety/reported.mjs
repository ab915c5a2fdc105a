import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./program.mjs";

/** Stops a run that never ends; on a busy machine, a normal one may take minutes. */
const MOST_SECONDS = 600;
/** These use up the quota of the token endpoint for a minute, which other runs share. */
const QUOTA = ["TOKEN-RATE-LIMIT", "TOKEN-RATE-RECOVERS", "TOKEN-RETRY-AFTER"];

/**
 * Runs the whole suite except the checks that use up the quota of tokens; returns the result, the output and the
 * report.
 */
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

/** Failed checks of a MUST, with the received text. */
export function redIn(report) {
  const musts = new Set((report?.requirements ?? []).filter(({ level }) => level === "MUST").map(({ id }) => id));
  return (report?.verdicts ?? [])
    .filter(({ outcome, requirement }) => outcome === "fail" && musts.has(requirement))
    .map(({ check, received = "" }) => ({ check, text: `${check}: ${received.slice(0, 140)}` }));
}

/** Changes that the report does not call undone. */
export const openIn = (changes) => changes.filter(({ state }) => state === "left" || state === "stays");

/** The number of occurrences of each value of `of`, as a text. */
export function tally(values, of) {
  const times = new Map();
  for (const value of values) times.set(of(value), (times.get(of(value)) ?? 0) + 1);
  return [...times].map(([name, many]) => `${many} ${name}`).join(", ") || "none";
}
