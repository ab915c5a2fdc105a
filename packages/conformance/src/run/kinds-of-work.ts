import type { Check } from "../plan/check.ts";
import { usesUp } from "../writes/uses-up.ts";
import { laneOf } from "./lines.ts";

/** Campaigns run after all other checks, in turns of their own. */
export const isCampaign = ({ work }: Check): boolean => work.kind === "campaign";

/** Campaigns of one turn have the target at the same time: those that only look, then what works alone, then all others. */
export const CAMPAIGN_TURNS = ["looking", "alone", "together"] as const;

/** The turn in which a campaign has the target; other checks have no turn and count as `together`. */
export function turnOf({ requirement }: Check): (typeof CAMPAIGN_TURNS)[number] {
  if (requirement.kind !== "campaign") return "together";
  return requirement.early ? "looking" : requirement.alone ? "alone" : "together";
}

/** Whether a check begins when all others of its stage are over. */
export const isLate = ({ requirement }: Pick<Check, "requirement">): boolean =>
  "late" in requirement && requirement.late === true;

/**
 * A check with a lower rank goes first. Rank 0 shows whether a lane can be undone at all, or would be disturbed by
 * others. Last come checks that use up records which others look at, and then those that judge the exchanges of all
 * others, or take up room that others need.
 */
export function rankOf({ requirement, subject }: Check): 0 | 1 | 2 | 3 {
  if ("early" in requirement && requirement.early) return 0;
  if (isLate({ requirement })) return 3;
  return subject !== undefined && usesUp(subject.operation.id) ? 2 : 1;
}

/** Whether a check works on what there is only one of, so that another run would be in its way. */
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
