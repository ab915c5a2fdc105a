import { isDeepStrictEqual } from "node:util";
import { readDate } from "@plumbline/schemas/validate";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { withoutNulls } from "../../oracles/without-nulls.ts";
import { follows, type Kept, keepingAll } from "./retention.ts";
import { itemsIn, policyWith, readSchedule } from "./schedule-steps.ts";

/**
 * Makes every retention longer, for existing snapshots too, so that none expires sooner, and waits until the snapshots
 * show it. Nothing restores their former expiry, so this needs the permission for irreversible changes.
 */
export async function reachesSnapshots(story: Story): Promise<Judgement> {
  // A read may still show a schedule of another check that was restored since, and no snapshot belongs to that one.
  const { schedule, items, before } = await story.eventually(
    () => keptNow(story),
    (shown) => shown.before.length > 0,
  );
  if (before.length === 0) return story.cannot("no snapshot is known that an item of the schedule was the reason for");
  const first = keepingAll(items, before);
  if (first === undefined) return story.cannot("an item of the schedule shows no retention that could be made longer");
  await leavesSnapshots(story, before, { policies: policyWith(schedule, first), updateSnapshots: false });
  const longer = keepingAll(first, before) ?? first;
  const from = Date.now();
  const body = { policies: policyWith(schedule, longer), updateSnapshots: true };
  await story.prepares("updateBackupSchedule", { body }, "keeping everything longer, snapshots that exist too");
  const asked = { from, to: Date.now() };
  const after = await story.untilOver(
    () => scheduled(story, items),
    (shown) => before.every((one) => movedTo(one, shown) !== one.expires),
  );
  for (const one of before) {
    const now = movedTo(one, after);
    // Snapshots that expired or were removed in the meantime are not judged.
    if (now === undefined || now === one.expires) continue;
    const own = longer.filter((item) => member(item, "frequencyType") === one.frequency);
    const isRight = own.some((item) => follows(now, one.created, asked, item));
    if (!isRight)
      return broken(`snapshot ${one.id} to expire ${inWords(own)} after it was taken or the update`, dateOf(now));
  }
  const still = before.find((one) => movedTo(one, after) === one.expires);
  const waited = secondsOf(ROUNDS, story.speed);
  // The description does not say how soon a change reaches them.
  return mild(
    expects(still === undefined, "a later expiresAt of each snapshot that the schedule took", () =>
      still === undefined ? "" : `${dateOf(still.expires)} still of ${still.id}, ${waited} seconds later`,
    ),
  );
}

/** Updates the retention for future snapshots only, and verifies that the existing ones keep their expiry. */
async function leavesSnapshots(story: Story, before: readonly Kept[], body: Fields): Promise<void> {
  const items = itemsIn(body);
  await story.prepares("updateBackupSchedule", { body }, "keeping everything longer, but for snapshots that exist");
  const after = await scheduled(story, items);
  const moved = before.find((one) => ![one.expires, undefined].includes(movedTo(one, after)));
  if (moved === undefined) return;
  const expected = `snapshot ${moved.id} to expire ${dateOf(moved.expires)} still, as updateSnapshots was false`;
  story.requires(broken(expected, dateOf(movedTo(moved, after) ?? Number.NaN)));
}

async function keptNow(story: Story) {
  const schedule = await readSchedule(story);
  const items = itemsIn(schedule).map(withoutNulls);
  return { schedule, items, before: await scheduled(story, items) };
}

/** The snapshots that items of the schedule caused. */
async function scheduled(story: Story, items: readonly unknown[]): Promise<readonly Kept[]> {
  const kinds = items.map((item) => member(item, "frequencyType"));
  const step = { ...story.addresses.servedAs("listSnapshots"), query: ONE_LARGE_PAGE };
  const { json } = await story.prepares("listSnapshots", step, "listing the snapshots");
  return (listIn(json) ?? []).flatMap((one) => {
    const [id, frequency] = [member(one, "id"), member(one, "frequencyType")];
    const [created, expires] = ["createdAt", "expiresAt"].map((name) => readDate(String(member(one, name))));
    const isScheduled = member(one, "snapshotType") !== "onDemand" && kinds.includes(frequency);
    if (typeof id !== "string" || !isScheduled || !Number.isFinite(created) || !Number.isFinite(expires)) return [];
    if (isOfOtherItems(one, items)) return [];
    return [{ id, frequency: String(frequency), created: Number(created), expires: Number(expires) }];
  });
}

/**
 * Whether a snapshot names only items that the schedule no longer has. After a delete and a new schedule, the items may
 * have new ids, and then a server need not change the snapshot's expiry.
 */
function isOfOtherItems(snapshot: unknown, items: readonly unknown[]): boolean {
  const named = member(snapshot, "policyItems");
  const ids = items.map((item) => member(item, "id")).filter((id) => id !== undefined);
  return Array.isArray(named) && named.length > 0 && ids.length > 0 && !named.some((id) => ids.includes(id));
}

const movedTo = ({ id }: Kept, shown: readonly Kept[]): number | undefined =>
  shown.find((one) => isDeepStrictEqual(one.id, id))?.expires;

const inWords = (items: readonly unknown[]): string =>
  items
    .map((item) => `${quoted(member(item, "retentionValue"))} ${String(member(item, "retentionUnit"))}`)
    .join(" or ");

const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
