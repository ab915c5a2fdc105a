import { steadyNow } from "@plumbline/client";
import type { Verdict } from "@plumbline/report";
import type { Session } from "../kernel/session.ts";
import type { Check } from "../plan/check.ts";
import { needsTurn } from "./kinds-of-work.ts";
import { performCampaign } from "./perform-campaign.ts";
import { performCases } from "./perform-cases.ts";
import { performStory } from "./perform-story.ts";
import type { RunOptions } from "./run-options.ts";
import { verdictOf } from "./verdict-of.ts";

/**
 * Performs a check and returns its verdict, or several for a campaign; calls `onLongWait` when it must wait long for a
 * state of the target.
 */
export async function perform(
  check: Check,
  session: Session,
  options: RunOptions,
  onLongWait: () => void = () => undefined,
): Promise<readonly Verdict[]> {
  const { obstacle, work } = check;
  if (obstacle !== undefined)
    return [verdictOf(check, { outcome: obstacle.kind, reason: obstacle.reason }, [], options)];
  const reason = tooLate(session, options) ?? (needsTurn(check) ? await session.turn.take() : undefined);
  if (reason !== undefined) return [verdictOf(check, { outcome: "could-not-run", reason }, [], options)];
  switch (work.kind) {
    case "cases":
      return [await performCases(check, work, session, options)];
    case "story":
      return [await performStory(check, work.story, session, options, onLongWait)];
    case "campaign":
      return performCampaign(check, work.campaign, session, options);
    case "watch":
      return [];
  }
}

/** Why no further check begins; `undefined` if the run has time left. */
function tooLate({ signal }: Session, { purse }: RunOptions): string | undefined {
  if (signal.aborted) return "the run was interrupted before this check";
  const until = purse?.until ?? Number.POSITIVE_INFINITY;
  return steadyNow() > until ? "left out: the time budget was used up" : undefined;
}
