import type { Level } from "@plumbline/report";
import { bindContract, neutral, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { upheld } from "../ground/judgement.ts";
import type { Subject } from "../ground/subject.ts";
import {
  type CampaignRequirement,
  type Case,
  type NoticeRequirement,
  notice,
  type ProbeRequirement,
  probe,
  type Requirement,
  type StoryRequirement,
  story,
  type WatchRequirement,
  watch,
} from "../rule/requirement.ts";
import { type Check, checkId, type Work } from "./check.ts";

const CONTRACT = bindContract(neutral);

/** An operation as bound for a version. */
export const subjectOf = (operation: OperationId, version: RouteVersion = "2"): Subject => ({
  operation: CONTRACT.operation(operation, version),
  version,
});

const statement = (id: string) => ({ id, level: "MUST", basis: "stated", text: id, section: "" }) as const;
const on = (): boolean => true;

/** A requirement that applies to every operation and that every answer keeps. */
export const aWatch = (id: string, change: Partial<WatchRequirement> = {}): WatchRequirement =>
  watch({ ...statement(id), on, examine: () => upheld, ...change });
export const aProbe = (id: string, change: Partial<ProbeRequirement> = {}): ProbeRequirement =>
  probe({ ...statement(id), stage: "read", on, cases: () => [aCase(id)], ...change });
export const aStory = (id: string, change: Partial<StoryRequirement> = {}): StoryRequirement =>
  story({ ...statement(id), stage: "state", risk: "read", requests: 2, on, tell: async () => upheld, ...change });
export const aCampaign = (id: string, change: Partial<CampaignRequirement> = {}): CampaignRequirement => ({
  kind: "campaign",
  ...statement(id),
  risk: "read",
  search: async () => [],
  ...change,
});
export const aNotice = (id: string, level: Extract<Level, "MAY" | "UNSPECIFIED"> = "UNSPECIFIED"): NoticeRequirement =>
  notice({ ...statement(id), level, on, notice: () => undefined });

/** A case that passes and counts as one request. */
export const aCase = (name: string, change: Partial<Case> = {}): Case => ({
  name,
  requests: 1,
  ask: async () => upheld,
  ...change,
});

/** The check of a requirement on a subject, or on none, without an obstacle. */
export function checkOf(requirement: Requirement, subject?: Subject, change: Partial<Check> = {}): Check {
  const id = checkId(requirement.id, subject);
  const stage = requirement.kind === "campaign" ? "campaigns" : requirement.kind === "story" ? "state" : "read";
  const common = { id, requirement, ...(subject && { subject }), stage, risk: "read", requests: 1 } as const;
  return { ...common, work: workOf(requirement), ...change };
}

function workOf(requirement: Requirement): Work {
  switch (requirement.kind) {
    case "story":
      return { kind: "story", story: requirement };
    case "campaign":
      return { kind: "campaign", campaign: requirement };
    case "watch":
      return { kind: "watch" };
    default:
      return requirement.cases === undefined ? { kind: "watch" } : { kind: "cases", cases: [aCase("a")], left: [] };
  }
}
