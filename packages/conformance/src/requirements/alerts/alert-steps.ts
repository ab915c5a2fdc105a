import type { Exchange } from "@plumbline/client";
import { LIMITS } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { member } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { lengthOf } from "../../oracles/same.ts";

/** The alert that the stories work on; the run restores it when the story ends. */
export function borrowAlert(story: Story): { id: string; path: { path: { alertId: string } } } {
  const id = story.world.fixtures.alertId;
  if (id === undefined) return story.cannot("no alert is known: state fixtures.alertId in the target file");
  return { id, path: { path: { alertId: id } } };
}

/**
 * The end of an acknowledgement, so that it ends by itself if the cleanup fails. Whole seconds, because a server may
 * cut fractions.
 */
export const inAnHour = (): string => new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000).toISOString();

/** True if the alert is acknowledged beyond `since`, in milliseconds since the epoch; default now. */
export const isQuiet = (alert: unknown, since = Date.now()): boolean =>
  readDate(String(member(alert, "acknowledgedUntil"))) > since;
/** True for the status OPEN without an acknowledgement that still lasts. */
export const isOpen = (alert: unknown, since?: number): boolean =>
  member(alert, "status") === "OPEN" && !isQuiet(alert, since);
/** Whether the page is full, so that another may follow. */
export const isWholePage = (page: Exchange): boolean => lengthOf(page) >= LIMITS.itemsPerPage.default;
