import type { Check } from "../plan/check.ts";
import { laneOf } from "./lines.ts";

export const isCampaign = ({ work }: Check): boolean => work.kind === "campaign";

/** A check with a lower rank goes first: what shows whether a lane can be undone at all, and what others would disturb. */
export const rankOf = ({ requirement }: Check): 0 | 1 => ("early" in requirement && requirement.early ? 0 : 1);

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
