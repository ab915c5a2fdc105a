import type { Requirement } from "../rule/requirement.ts";
import { notice } from "../rule/requirement.ts";
import { clientLimits } from "./client/limits.ts";
import { clientNotices } from "./client/notices.ts";

/** Says how much of each operation the requests use. The judge fills it in at the end, over all requests. */
export const exercisedNotice = notice({
  id: "TRAFFIC-EXERCISED",
  level: "UNSPECIFIED",
  text: "How far the requests of clients go through an operation: parameters, members and listed values that they use.",
  section: "Resources and their fields",
  on: () => true,
  notice: () => undefined,
});

/**
 * Requirements and notices for recorded traffic only. A run tests each limit on its own, in the requirement about that
 * limit.
 */
export const trafficRequirements: readonly Requirement[] = [clientLimits, ...clientNotices, exercisedNotice];
