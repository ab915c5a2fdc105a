import type { Requirement } from "../rule/requirement.ts";
import { notice } from "../rule/requirement.ts";
import { clientLimits } from "./client/limits.ts";
import { clientNotices } from "./client/notices.ts";

/** Says how far requests go through each operation; what it notes is counted over all of them. */
export const exercisedNotice = notice({
  id: "TRAFFIC-EXERCISED",
  level: "UNSPECIFIED",
  text: "How far the requests of clients go through an operation: parameters, members and listed values that they use.",
  section: "Resources and their fields",
  on: () => true,
  notice: () => undefined,
});

/**
 * What traffic of others is held to beside the rules of a run, and what is noted of it. A run asks for each limit by
 * itself, and says so in the rule about that limit.
 */
export const trafficRequirements: readonly Requirement[] = [clientLimits, ...clientNotices, exercisedNotice];
