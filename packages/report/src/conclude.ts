import type { RunOutcome } from "./outcome.ts";
import type { Change, DoctorFinding, RequirementSummary, Verdict } from "./report.ts";
import { oneLine } from "./text/visible.ts";
import { counted, figure, isAre } from "./text/words.ts";

/**
 * The facts from which the outcome of a run follows: its requirements with their outcomes, its verdicts, and how it
 * ended.
 */
export interface Facts {
  readonly requirements: readonly RequirementSummary[];
  readonly verdicts: readonly Verdict[];
  readonly changes?: readonly Change[];
  /** The broken verdict that explains most and is named first. Default: the first in the order of the report. */
  readonly foremost?: Verdict;
  /** The doctor's findings about recorded traffic, when the run judged traffic. */
  readonly traffic?: readonly DoctorFinding[];
  readonly interrupted?: boolean;
  /** Why the target could not be reached, such as `connect ECONNREFUSED 127.0.0.1:9`. */
  readonly unreachable?: string;
  /** Why the target stopped answering during the run, as a sentence. */
  readonly stopped?: string;
  /** Parts of the interface that the target file excludes, each as part of a sentence. */
  readonly unexamined?: readonly string[];
}

/** The outcome of a run, and its reason in one sentence. */
export interface Conclusion {
  readonly outcome: RunOutcome;
  readonly reason: string;
}

/** The outcome of a run and its sentence. If several apply, the one that invalidates more of the run wins. */
export function conclude(facts: Facts): Conclusion {
  const { outcome, reason } = concluded(facts);
  const isWhole = outcome === "passed" || outcome === "incomplete" || outcome === "failed";
  return { outcome, reason: isWhole ? withDeclared(reason, facts.unexamined ?? []) : reason };
}

/** The sentence about a result must also name the parts that the target file excludes. */
function withDeclared(reason: string, unexamined: readonly string[]): string {
  return unexamined.length === 0 ? reason : `${[reason.replace(/\.$/, ""), ...unexamined.map(oneLineOf)].join("; ")}.`;
}

const oneLineOf = (text: string): string => oneLine(text, 300);

function concluded(facts: Facts): Conclusion {
  if (facts.interrupted === true) return { outcome: "interrupted", reason: interruption(facts) };
  if (facts.unreachable !== undefined) {
    return { outcome: "unreachable", reason: sentence(`The run could not reach the target: ${facts.unreachable}`) };
  }
  if (facts.stopped !== undefined) return { outcome: "unreachable", reason: breakOff(facts.stopped, facts) };
  const mishaps = facts.verdicts.filter((verdict) => verdict.outcome === "harness-error");
  if (mishaps.length > 0) return { outcome: "harness-error", reason: mishap(mishaps) };
  const broken = facts.verdicts.filter(isBroken);
  if (broken.length > 0) return { outcome: "failed", reason: breakage(broken, facts) };
  const disturbed = (facts.changes ?? []).filter(({ state }) => state === "disturbed");
  if (disturbed.length > 0) return { outcome: "incomplete", reason: disturbance(disturbed) };
  const open = unexamined(facts);
  if (open.count > 0) {
    const reason = `${counted(open.count, "MUST requirement")} could not run; most lack: ${open.most}`;
    return { outcome: "incomplete", reason: sentence(reason) };
  }
  if (facts.traffic !== undefined && isNothing(facts)) return { outcome: "incomplete", reason: nothing(facts.traffic) };
  return { outcome: "passed", reason: success(facts.requirements) };
}

/** Whether there are MUST requirements and no answer showed any of them. */
function isNothing({ requirements }: Facts): boolean {
  const must = requirements.filter(({ level }) => level === "MUST");
  return must.length > 0 && must.every(({ outcome }) => outcome === "not-applicable");
}

function nothing(traffic: readonly DoctorFinding[]): string {
  const [most] = traffic.filter(({ state }) => state !== "ok");
  const why = most === undefined ? "" : `; ${most.text}`;
  return sentence(`Nothing was judged: no answer showed a MUST requirement${why}`);
}

/** True for the two outcomes that make a run fail. */
export function isBroken(verdict: Verdict): boolean {
  return verdict.outcome === "fail" || verdict.outcome === "flaky";
}

function interruption({ verdicts }: Facts): string {
  const broken = verdicts.filter(isBroken).length;
  const found = broken === 0 ? "none failed until then" : `${broken} failed until then`;
  return `The run was interrupted after ${counted(verdicts.length, "check")}; ${found}.`;
}

/** The report contains the findings up to that moment and nothing later. */
function breakOff(why: string, { verdicts }: Facts): string {
  const broken = verdicts.filter(isBroken).length;
  const found = broken === 0 ? "" : ` ${counted(broken, "check")} failed until then.`;
  return `${sentence(why)}${found}`;
}

function mishap(verdicts: readonly (Verdict & { readonly outcome: "harness-error" })[]): string {
  const [first] = verdicts;
  const where = first === undefined ? "" : `; the first is ${place(first)}: ${first.message}`;
  return sentence(`Plumbline itself failed in ${counted(verdicts.length, "check")}${where}`);
}

function breakage(broken: readonly Verdict[], { requirements, foremost }: Facts): string {
  const ids = new Set(broken.map(({ requirement }) => requirement));
  const allMust = requirements.every(({ id, level }) => !ids.has(id) || level === "MUST");
  const first = foremost ?? broken[0];
  const what = counted(ids.size, allMust ? "MUST requirement" : "requirement");
  const where = first === undefined ? "" : `; the first is ${place(first)}`;
  return sentence(`${what} ${isAre(ids.size)} broken in ${counted(broken.length, "check")}${where}`);
}

function disturbance(disturbed: readonly Change[]): string {
  const operations = [...new Set(disturbed.map(({ operation }) => operation))];
  const what = counted(disturbed.length, "record");
  const which = disturbed.length === 1 ? "it" : "them";
  return sentence(
    `${what} changed or vanished after ${operations.join(", ")}, which did not address ${which}: the view Safety names ${which} and the requests`,
  );
}

/**
 * Counts the MUST requirements with a check that could not run or without any check, and gives the most frequent
 * reason.
 */
function unexamined({ requirements, verdicts }: Facts): { readonly count: number; readonly most: string } {
  const open = new Set(
    requirements.filter(({ level, checks }) => level === "MUST" && checks === 0).map(({ id }) => id),
  );
  const musts = new Set(requirements.filter(({ level }) => level === "MUST").map(({ id }) => id));
  const reasons = new Map<string, number>();
  for (const verdict of verdicts) {
    if (verdict.outcome !== "could-not-run" || !musts.has(verdict.requirement)) continue;
    open.add(verdict.requirement);
    reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1);
  }
  const [[most] = [`any check of ${[...open][0]}`]] = [...reasons].toSorted(([, one], [, other]) => other - one);
  return { count: open.size, most: beginningOf(most) };
}

/** The first sentence of a long reason: the rest may be lines to copy, and a part of these would be useless. */
function beginningOf(reason: string): string {
  const [first = reason] = reason.length > LONGEST_IN_SENTENCE ? reason.split(/\.\s/u) : [];
  return first;
}

/** The limit in characters leaves room for the rest of the sentence. */
const LONGEST_IN_SENTENCE = 220;

function success(requirements: readonly RequirementSummary[]): string {
  const must = requirements.filter(({ level }) => level === "MUST");
  if (must.length === 0) return "The selection has no MUST requirement, and nothing else makes a run fail.";
  if (must.every(({ outcome }) => outcome === "not-applicable")) {
    return `None of the selected MUST requirements (${figure(must.length)}) applies to this target.`;
  }
  const known = must.filter(({ outcome }) => outcome === "known-fail").length;
  const but = known === 0 ? "" : `, apart from ${counted(known, "known failure")}`;
  return `Every MUST requirement that applies to this target holds${but}.`;
}

function place({ requirement, operation }: Verdict): string {
  return operation === undefined ? requirement : `${requirement} on ${operation}`;
}

/** One line with one full stop: the parts come from targets and set-ups and may already end with one. */
function sentence(text: string): string {
  const line = oneLine(text, 300).replace(/[.\s]+$/u, "");
  return line.endsWith("…") ? line : `${line}.`;
}
