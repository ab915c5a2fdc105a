import { areaOf } from "../area-of.ts";
import { inapplicable, missing } from "../need.ts";
import { operationRule } from "../operation-rule.ts";
import { forbidden } from "../permission.ts";
import type { Case, Context, Requirement } from "../requirement.ts";
import type { Risk } from "../risk.ts";
import type { Stage } from "../stage.ts";
import type { Subject } from "../subject.ts";
import { OWN_FIXTURES } from "../target/fixtures-for.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { writeOf } from "../writes/table.ts";
import { withinBudget } from "./budget.ts";
import { type Check, checkId, type Obstacle } from "./check.ts";
import type { Selection } from "./selection.ts";
import { inShard } from "./shard.ts";

/**
 * Every check of a run, in order, decided before the first of them is sent: which requests, what they may do, and what
 * stands in the way of those that cannot run. Pure.
 */
export function plan(
  requirements: readonly Requirement[],
  target: Target,
  world: World,
  selection: Selection = {},
): readonly Check[] {
  const subjects = subjectsOf(target, world);
  const { budget } = selection;
  const checks = requirements
    .filter((requirement) => selectsRequirement(selection, requirement))
    .flatMap((requirement) => {
      const own = subjects.filter((subject) => selectsSubject(selection, subject));
      return checksOf(requirement, own, target, world);
    })
    .filter((check) => selectsCheck(selection, check))
    .flatMap((check) => visitingOrOwn(selection, check));
  return budget?.requests === undefined ? checks : withinBudget(checks, budget.requests);
}

/** In a shard, the checks that belong to it, and the watches of the others: stories lead through many operations. */
function visitingOrOwn(selection: Selection, check: Check): readonly Check[] {
  if (permits(selection, check)) return [check];
  const { shard: _shard, ...whole } = selection;
  const watches = check.work.kind === "watch" && check.obstacle === undefined;
  return watches && permits(whole, check) ? [{ ...check, visiting: true }] : [];
}

/** Whether a check does no more than may be done, and belongs to this part of the run. */
export function permits({ risks, shard }: Selection, check: Check): boolean {
  if (risks !== undefined && !risks.includes(check.risk)) return false;
  return shard === undefined || inShard(check, shard);
}

/** The checks of a requirement, one for each subject that it is about. */
export function checksOf(
  requirement: Requirement,
  subjects: readonly Subject[],
  target: Target,
  world: World,
): Check[] {
  if (requirement.kind === "campaign") {
    const { stage, risk } = requirement;
    const obstacle = obstacleOf(requirement, risk, undefined, target, world);
    return [
      withObstacle(
        {
          id: requirement.id,
          requirement,
          stage,
          risk,
          requests: 0,
          work: { kind: "campaign", campaign: requirement },
        },
        obstacle,
      ),
    ];
  }
  return subjects
    .filter((subject) => requirement.on(subject, target.contract))
    .map((subject) => checkOf(requirement, subject, target, world));
}

type SubjectRequirement = Exclude<Requirement, { kind: "campaign" }>;

function checkOf(requirement: SubjectRequirement, subject: Subject, target: Target, world: World): Check {
  const base = { id: checkId(requirement.id, subject), requirement, subject };
  switch (requirement.kind) {
    case "watch":
      return withObstacle(
        { ...base, stage: "read", risk: "read", requests: 0, work: { kind: "watch" } },
        obstacleOf(requirement, "read", subject, target, world),
      );
    case "story": {
      const { stage, requests } = requirement;
      const risk = typeof requirement.risk === "function" ? requirement.risk(subject) : requirement.risk;
      return withObstacle(
        { ...base, stage, risk, requests, work: { kind: "story", story: requirement } },
        obstacleOf(requirement, risk, subject, target, world),
      );
    }
    case "probe":
    case "silent": {
      if (requirement.kind === "silent" && requirement.cases === undefined) {
        return withObstacle(
          { ...base, stage: "read", risk: "read", requests: 0, work: { kind: "watch" } },
          obstacleOf(requirement, "read", subject, target, world),
        );
      }
      const risk: Risk = (requirement.kind === "probe" ? requirement.risk?.(subject, world) : undefined) ?? "read";
      const stage: Stage = requirement.kind === "probe" ? stageOf(requirement.stage, subject) : "read";
      const obstacle = obstacleOf(requirement, risk, subject, target, world);
      if (obstacle !== undefined) {
        return withObstacle(
          { ...base, stage, risk, requests: 0, work: { kind: "cases", cases: [], left: [] } },
          obstacle,
        );
      }
      const context: Context = { ...subject, contract: target.contract, world };
      const { cases, left } = sortCases(requirement.cases?.(context) ?? [], target, world);
      const requests = cases.reduce((sum, one) => sum + one.requests, 0);
      const none: Obstacle | undefined =
        cases.length > 0
          ? undefined
          : { kind: target.mock ? "not-applicable" : "could-not-run", reason: left.join("; ") || "no case applies" };
      return withObstacle({ ...base, stage, risk, requests, work: { kind: "cases", cases, left } }, none);
    }
  }
}

const stageOf = (stage: Stage | ((subject: Subject) => Stage), subject: Subject): Stage =>
  typeof stage === "function" ? stage(subject) : stage;

/** Cases that can run, and for the others what each lacks. */
function sortCases(cases: readonly Case[], target: Target, world: World): { cases: Case[]; left: string[] } {
  const able: Case[] = [];
  const left: string[] = [];
  for (const one of cases) {
    const reason =
      (target.mock && one.mock) ||
      one.needs?.map((need) => missing(need, target, world)).find((text) => text !== undefined);
    if (reason) left.push(`${one.name}: ${reason}`);
    else able.push(one);
  }
  return { cases: able, left };
}

function withObstacle(check: Omit<Check, "obstacle">, obstacle: Obstacle | undefined): Check {
  return obstacle === undefined ? check : { ...check, obstacle, requests: 0 };
}

function obstacleOf(
  requirement: Requirement,
  risk: Risk,
  subject: Subject | undefined,
  target: Target,
  world: World,
): Obstacle | undefined {
  if (target.mock && requirement.mock !== undefined) {
    return { kind: "not-applicable", reason: `a stateless mock cannot keep this rule: ${requirement.mock}` };
  }
  const unsigned = requirement.needs?.map((need) => inapplicable(need, target)).find((reason) => reason !== undefined);
  if (unsigned !== undefined) return { kind: "not-applicable", reason: unsigned };
  const unbound = subject && world.unbound.get(`${subject.operation.id}/${subject.version}`);
  if (subject !== undefined && unbound !== undefined && needsServed(requirement, subject, target))
    return { kind: "could-not-run", reason: unbound };
  if (world.elsewhere !== undefined && subject?.operation.authentication !== "metrics")
    return { kind: "could-not-run", reason: world.elsewhere };
  if (world.keyRefused !== undefined && needsKey(requirement, subject))
    return { kind: "could-not-run", reason: world.keyRefused };
  if (subject?.operation.authentication === "metrics" && target.metricsUrl === undefined) {
    return {
      kind: "could-not-run",
      reason: "the address of metrics discovery is not known: state metricsUrl in the target file",
    };
  }
  const passing =
    subject && requirement.kind !== "watch" && requirement.kind !== "story" && absentPassing(subject, world);
  if (passing) return { kind: "not-applicable", reason: passing };
  const lackingPermission = [risk, ...ownRisks(requirement, subject, target)]
    .map((one) => forbidden(one, target))
    .find((reason) => reason !== undefined);
  if (lackingPermission !== undefined) return { kind: "could-not-run", reason: lackingPermission };
  const lacking = [...(requirement.needs ?? []), ...pathNeeds(requirement, subject)]
    .map((need) => missing(need, target, world))
    .find((reason) => reason !== undefined);
  return lacking === undefined ? undefined : { kind: "could-not-run", reason: lacking };
}

/** Whether a rule has nothing to say of an operation that is not there: all but the one that it has to be there. */
export function needsServed(requirement: Requirement, { operation }: Subject, { bindingStated }: Target): boolean {
  // A rule about all answers is kept by those of the other operations.
  if (requirement.kind === "watch" && requirement.each !== true) return false;
  if (operation.basis === "stated") return requirement.id !== operationRule(operation.id, "BIND");
  return !bindingStated || requirement.id !== operationRule(operation.id, "PARAMS");
}

/** How a key is asked for, and that one is, shows without one that is right. */
const needsKey = ({ kind, id }: Requirement, subject: Subject | undefined): boolean =>
  kind !== "watch" &&
  subject?.operation.authentication === "digest" &&
  (areaOf(id) !== "AUTH" || id === "AUTH-DIGEST-ACCEPT");

/** What a story does besides what it says: the write that it is about, and what makes the record that this works on. */
function ownRisks(requirement: Requirement, subject: Subject | undefined, { contract }: Target): readonly Risk[] {
  if (requirement.kind !== "story" || subject === undefined) return [];
  const { id, risk } = subject.operation;
  const { on, after } = writeOf(id) ?? {};
  const prepared = on?.create ?? after;
  return [risk, ...(prepared === undefined ? [] : [contract.operation(prepared).risk])];
}

/** Why a read of something that is there only for a while has nothing to show here. */
function absentPassing({ operation }: Subject, { fixtures }: World): string | undefined {
  const lacking = Object.values(OWN_FIXTURES[operation.id] ?? {}).find((name) => fixtures[name] === undefined);
  return (
    lacking && `there is nothing to read unless a story has made it: state fixtures.${lacking} to have this checked too`
  );
}

/** Probes and silent points address records by the world's ids; stories bring their own. */
function pathNeeds(requirement: Requirement, subject: Subject | undefined) {
  if (subject === undefined || requirement.kind === "watch" || requirement.kind === "story") return [];
  if (requirement.kind === "silent" && requirement.cases === undefined) return [];
  return subject.operation.pathParameters.map(({ name }) => ({ kind: "fixture", name }) as const) as Parameters<
    typeof missing
  >[0][];
}

/** Whether a rule is among what the user asked for; its checks may yet be left out one by one. */
export function selectsRequirement(selection: Selection, requirement: Requirement): boolean {
  const { only, skip, areas, levels, bases } = selection;
  if (only && !only.some((pattern) => matches(pattern, requirement.id))) return false;
  if (skip?.some((pattern) => !pattern.includes("@") && matches(pattern, requirement.id))) return false;
  if (areas && !areas.includes(areaOf(requirement.id))) return false;
  if (levels && !levels.includes(requirement.level)) return false;
  return !bases || bases.some((basis) => requirement.basis === basis || requirement.basis.startsWith(`${basis}:`));
}

function selectsSubject(selection: Selection, { operation, version }: Subject): boolean {
  if (selection.operations && !selection.operations.includes(operation.id)) return false;
  return !selection.versions || version === "standalone" || selection.versions.includes(version);
}

/** Where only check ids name a requirement, those checks of it and no others. */
function selectsCheck({ only, skip }: Selection, { id, requirement }: Check): boolean {
  if (skip?.includes(id)) return false;
  const naming = only?.filter((pattern) => matches(pattern, requirement.id));
  return naming?.every((pattern) => pattern.includes("@")) === true ? naming.includes(id) : true;
}

/** `PAGE-*` selects by prefix, anything else is a whole id; a check id selects its requirement. */
function matches(pattern: string, id: string): boolean {
  const requirement = pattern.split("@")[0] ?? pattern;
  return requirement.endsWith("*") ? id.startsWith(requirement.slice(0, -1)) : id === requirement;
}
