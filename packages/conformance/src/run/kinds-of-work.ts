import type { Check } from "../plan/check.ts";
import { usesUp } from "../writes/uses-up.ts";
import { laneOf } from "./lines.ts";

/** Whether a check is a campaign; campaigns run after all other checks, in turns. */
export const isCampaign = ({ work }: Check): boolean => work.kind === "campaign";

/**
 * The order of the turns. All campaigns of a turn use the target at the same time, except that those of `alone` run one
 * by one.
 */
export const CAMPAIGN_TURNS = ["looking", "alone", "together"] as const;

/** The turn in which a campaign has the target; other checks have no turn and count as `together`. */
export function turnOf({ requirement }: Check): (typeof CAMPAIGN_TURNS)[number] {
  if (requirement.kind !== "campaign") return "together";
  return requirement.early ? "looking" : requirement.alone ? "alone" : "together";
}

/** Whether a check begins only after all others of its stage. */
export const isLate = ({ requirement }: Pick<Check, "requirement">): boolean =>
  "late" in requirement && requirement.late === true;

/**
 * The rank of a check; a lower rank goes first. Rank 0 shows whether a lane can be undone at all, or would be disturbed
 * by others. Rank 2 uses up records that others read. Rank 3 judges the exchanges of all others, or takes room that
 * others need.
 */
export function rankOf({ requirement, subject }: Check): 0 | 1 | 2 | 3 {
  if ("early" in requirement && requirement.early) return 0;
  if (isLate({ requirement })) return 3;
  return subject !== undefined && usesUp(subject.operation.id) ? 2 : 1;
}

/** Whether a check works on something that exists only once, so that another run would disturb it. */
export function needsTurn(check: Check): boolean {
  if (check.obstacle !== undefined) return false;
  switch (check.work.kind) {
    case "story":
      return laneOf(check) !== undefined;
    case "campaign":
      return check.risk !== "read" && check.risk !== "quota";
    default:
      return false;
  }
}
