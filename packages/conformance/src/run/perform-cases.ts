import type { Verdict } from "@plumbline/report";
import { shortJudgement } from "../ground/short-judgement.ts";
import type { Session } from "../kernel/session.ts";
import type { Check, Work } from "../plan/check.ts";
import { Asked } from "./asked.ts";
import { type Decided, decide } from "./decide.ts";
import { guard } from "./guard.ts";
import type { RunOptions } from "./run-options.ts";
import { verdictOf } from "./verdict-of.ts";

/** Asks the cases of a check one after another; a defect of the suite in one of them ends the check. */
export async function performCases(
  check: Check,
  { cases, left }: Extract<Work, { kind: "cases" }>,
  session: Session,
  options: RunOptions,
): Promise<Verdict> {
  const evidence: string[] = [];
  const decided: Decided[] = [];
  for (const one of cases) {
    const asked = new Asked();
    const judgement = await guard(() => one.ask(asked.noting((call) => session.sendFor(call, check.id, evidence))));
    if ("outcome" in judgement) {
      await session.custody.release(check.id);
      return verdictOf(check, judgement, evidence, options);
    }
    const level = one.level ?? check.requirement.level;
    decided.push({ name: one.name, level, judgement: shortJudgement(asked.decided(judgement)) });
  }
  await session.custody.release(check.id);
  return verdictOf(check, decide(decided, left, session.target.mock), evidence, options);
}
