import type { Risk } from "../ground/risk.ts";
import type { CheckStage } from "../ground/stage.ts";
import type { Subject } from "../ground/subject.ts";
import { missing } from "../rule/need.ts";
import {
  type CampaignRequirement,
  type Case,
  type Context,
  type ObserveRequirement,
  type ProbeRequirement,
  type Requirement,
  sendsNothing,
} from "../rule/requirement.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { type Check, checkId, type Obstacle } from "./check.ts";
import { needsWhatIsNot } from "./left-by-declaration.ts";
import { obstacleOf } from "./obstacle.ts";

/** The checks of a requirement, one for each subject that the requirement is about. */
export function checksOf(
  requirement: Requirement,
  subjects: readonly Subject[],
  target: Target,
  world: World,
): Check[] {
  if (requirement.kind === "campaign") {
    const { id, risk } = requirement;
    const obstacle = obstacleOf(requirement, risk, undefined, target, world);
    const work = { kind: "campaign", campaign: requirement } as const;
    return [withObstacle({ id, requirement, stage: "campaigns", risk, requests: 0, work }, obstacle)];
  }
  return subjects
    .filter((subject) => requirement.on(subject, target.contract))
    .map((subject) => checkOf(requirement, subject, target, world));
}

type SubjectRequirement = Exclude<Requirement, CampaignRequirement>;

function checkOf(requirement: SubjectRequirement, subject: Subject, target: Target, world: World): Check {
  const base = { id: checkId(requirement.id, subject), requirement, subject };
  if (sendsNothing(requirement))
    return withObstacle(
      { ...base, stage: "read", risk: "read", requests: 0, work: { kind: "watch" } },
      obstacleOf(requirement, "read", subject, target, world),
    );
  if (requirement.kind !== "story") return checkOfCases(requirement, subject, target, world);
  const { stage, requests } = requirement;
  const risk = typeof requirement.risk === "function" ? requirement.risk(subject) : requirement.risk;
  return withObstacle(
    { ...base, stage, risk, requests, work: { kind: "story", story: requirement } },
    obstacleOf(requirement, risk, subject, target, world),
  );
}

function checkOfCases(
  requirement: ProbeRequirement | ObserveRequirement,
  subject: Subject,
  target: Target,
  world: World,
): Check {
  const risk: Risk = (requirement.kind === "probe" ? requirement.risk?.(subject, world) : undefined) ?? "read";
  const stage: CheckStage = requirement.kind === "probe" ? stageOf(requirement.stage, subject) : "read";
  const base = { id: checkId(requirement.id, subject), requirement, subject, stage, risk };
  const obstacle = obstacleOf(requirement, risk, subject, target, world);
  if (obstacle !== undefined) return { ...base, requests: 0, work: { kind: "cases", cases: [], left: [] }, obstacle };
  const context: Context = { ...subject, contract: target.contract, world };
  const all = requirement.cases(context);
  const { cases, left, nothingToAsk } = sortCases(all, target, world);
  const requests = cases.reduce((sum, one) => sum + one.requests, 0);
  const none: Obstacle | undefined = cases.length > 0 ? undefined : noCase(left, nothingToAsk, target);
  return withObstacle({ ...base, requests, work: { kind: "cases", cases, left } }, none);
}

const stageOf = (stage: CheckStage | ((subject: Subject) => CheckStage), subject: Subject): CheckStage =>
  typeof stage === "function" ? stage(subject) : stage;

interface Sorted {
  readonly cases: readonly Case[];
  readonly left: readonly string[];
  readonly nothingToAsk: readonly string[];
}

/** Sorts cases into those that can run, those that lack a precondition, and those that do not apply. */
function sortCases(cases: readonly Case[], target: Target, world: World): Sorted {
  const able: Case[] = [];
  const left: string[] = [];
  const nothingToAsk: string[] = [];
  for (const one of cases) {
    const declared = one.needs?.map((need) => needsWhatIsNot(need, target)).find((text) => text !== undefined);
    if (declared !== undefined) {
      nothingToAsk.push(declared);
      continue;
    }
    const reason =
      (target.mock && one.mock) ||
      one.needs?.map((need) => missing(need, target, world)).find((text) => text !== undefined);
    if (reason) left.push(`${one.name}: ${reason}`);
    else able.push(one);
  }
  return { cases: able, left, nothingToAsk };
}

/** Why no case can run. A case that does not apply is the reason only if no case lacks a precondition. */
function noCase(left: readonly string[], [nothingToAsk]: readonly string[], { mock }: Target): Obstacle {
  if (left.length === 0 && nothingToAsk !== undefined) return { kind: "not-applicable", reason: nothingToAsk };
  return { kind: mock ? "not-applicable" : "could-not-run", reason: left.join("; ") || "no case applies" };
}

function withObstacle(check: Omit<Check, "obstacle">, obstacle: Obstacle | undefined): Check {
  return obstacle === undefined ? check : { ...check, obstacle, requests: 0 };
}
