import type { Verdict } from "@plumbline/report";
import { CAMPAIGNS } from "../custody/keys.ts";
import type { Session } from "../kernel/session.ts";
import type { Check } from "../plan/check.ts";
import type { Campaign, CampaignRequirement } from "../rule/requirement.ts";
import { decide } from "./decide.ts";
import { findingVerdict } from "./finding-verdict.ts";
import { guard } from "./guard.ts";
import type { RunOptions } from "./run-options.ts";
import { verdictOf } from "./verdict-of.ts";

/**
 * Runs the search of a campaign and returns a verdict for each finding, or one for the campaign itself if the search
 * failed.
 */
export async function performCampaign(
  check: Check,
  requirement: CampaignRequirement,
  session: Session,
  options: RunOptions,
): Promise<readonly Verdict[]> {
  const found = await guard(async () => ({ findings: await requirement.search(campaignOf(check, session)) }));
  if ("outcome" in found) return [verdictOf(check, found, [], options)];
  if (!("findings" in found)) {
    const outcome = decide([{ name: check.id, level: "MUST", judgement: found }], [], false);
    return [verdictOf(check, outcome, [], options)];
  }
  return found.findings.map((finding) => findingVerdict(check.requirement, finding, options.replay));
}

function campaignOf(check: Check, session: Session): Campaign {
  const { custody, world, signal, target } = session;
  return {
    contract: target.contract,
    world,
    ask: (call) => session.send(call, check.id, CAMPAIGNS),
    giveBack: (exchange) => custody.undoRequest(exchange),
    borrows: (call) => custody.restorableState(call, CAMPAIGNS),
    whyForeign: (id) => custody.whyForeign(id),
    whyLost: (id) => custody.whyLost(id),
    redacted: (text) => session.redacted(text),
    signal,
    keep: (exchange) => session.keep(exchange),
    said: () => session.said(),
    pass: (milliseconds) => session.pass(milliseconds),
  };
}
