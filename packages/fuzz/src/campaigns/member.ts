import type { Campaign } from "@plumbline/conformance";
import type { CampaignScope } from "../cases/plan.ts";

/** One campaign of a search. */
export interface Member {
  readonly id: string;
  readonly scope: CampaignScope;
  readonly campaign: Campaign;
}
