import type { RunOutcome } from "./outcome.ts";
import type { Change, DoctorFinding, RequirementSummary, Verdict } from "./report.ts";
import { oneLine } from "./text/visible.ts";
import { counted, figure, isAre } from "./text/words.ts";

/** What a run came to: its requirements already summed up, and how it ended. */
export interface Facts {
  readonly requirements: readonly RequirementSummary[];
  readonly verdicts: readonly Verdict[];
  readonly changes?: readonly Change[];
  /** What broke and explains most of all that did: what readers are shown first. Default: the first in the order of the report. */
  readonly foremost?: Verdict;
  /** What was found out about somebody else's traffic, where that is what was judged. */
  readonly traffic?: readonly DoctorFinding[];
  readonly interrupted?: boolean;
  /** What kept the target from answering, such as `connect ECONNREFUSED 127.0.0.1:9`. */
  readonly unreachable?: string;
  /** Why the target, which had answered before, does so no more: a sentence. */
  readonly stopped?: string;
  /** What was not examined because the target file says so, as parts of a sentence. */
  readonly unexamined?: readonly string[];
}

/** How a run ended, and why in one sentence. */
export interface Conclusion {
  readonly outcome: RunOutcome;
  readonly reason: string;
}

/** The outcome of a run and the sentence that goes with it; what spoils more of the run wins over what spoils less. */
export function conclude(facts: Facts): Conclusion {
  const { outcome, reason } = concluded(facts);
  const isWhole = outcome === "passed" || outcome === "incomplete" || outcome === "failed";
  return { outcome, reason: isWhole ? withDeclared(reason, facts.unexamined ?? []) : reason };
}

/** What a target file has left out belongs into the same sentence as what holds. */
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

/** Whether MUST requirements were to be looked at, and no answer showed any of them. */
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

/** What was seen until then is in the report; nothing of what came after is. */
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

/** MUST requirements with a check that could not run, and those that no check looked at; and what most checks lack. */
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

/** A long reason by its first sentence: what follows may be lines to paste, of which a part would be of no use. */
function beginningOf(reason: string): string {
  const [first = reason] = reason.length > LONGEST_IN_SENTENCE ? reason.split(/\.\s/u) : [];
  return first;
}

/** Leaves room for the rest of the sentence. */
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

/** One line, one full stop: the parts come from targets and set-ups and may bring their own. */
function sentence(text: string): string {
  const line = oneLine(text, 300).replace(/[.\s]+$/u, "");
  return line.endsWith("…") ? line : `${line}.`;
}
