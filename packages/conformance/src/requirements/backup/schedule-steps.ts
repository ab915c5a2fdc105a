import type { Path } from "../../ground/fields.ts";
import { inAnyOrder } from "../../ground/in-any-order.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { scheduleOf, withoutIds } from "../../writes/backup-policies.ts";

/** The schedule of the known cluster in a read. */
export async function readSchedule(story: Story, path: Path = {}): Promise<unknown> {
  const step = { ...story.addresses.servedAs("getBackupSchedule"), path };
  return (await story.prepares("getBackupSchedule", step, "reading the backup schedule")).json;
}

/** The members of the schedule that a request may have, with their current values. */
export async function scheduleMembers(story: Story): Promise<Fields> {
  return scheduleOf(await readSchedule(story), story.contract);
}

/** The items of all policies of a schedule. */
export const itemsIn = (schedule: unknown): readonly unknown[] =>
  (listIn(member(schedule, "policies")) ?? []).flatMap((policy) => listIn(member(policy, "policyItems")) ?? []);

/** The only policy of a schedule, with other items; a schedule without policies gets one. */
export function policyWith(schedule: unknown, policyItems: unknown): readonly Fields[] {
  const id = member((listIn(member(schedule, "policies")) ?? [])[0], "id");
  return [{ ...(typeof id === "string" && { id }), policyItems }];
}

/**
 * The schedule without nextSnapshot, which time alone changes, and without the ids of its parts: the description does
 * not say how long a part keeps its id.
 */
export const lastingOf = (schedule: unknown): Fields => {
  const lasting = Object.entries(fieldsOf(schedule)).filter(([name]) => name !== "nextSnapshot");
  return fieldsOf(inAnyOrder(withoutIds(Object.fromEntries(lasting))));
};
