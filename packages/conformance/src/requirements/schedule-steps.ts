import type { Exchange } from "@plumbline/client";
import { backupScheduleInput } from "@plumbline/schemas";
import { member } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { listIn } from "../oracles/envelope.ts";
import { withoutNulls } from "../oracles/without-nulls.ts";
import type { World } from "../target/world.ts";
import { inVersion } from "./search-steps.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Fields = Readonly<Record<string, unknown>>;

const MEMBERS = Object.keys(backupScheduleInput.properties ?? {}).filter(
  (name) => !["clusterId", "clusterName"].includes(name),
);
/** What the schedule of a target's cluster was before the run. */
const originals = new WeakMap<World, Fields>();

/** The schedule of the known cluster as a read shows it. */
export async function readSchedule(told: Story): Promise<unknown> {
  const step = inVersion(told, "getBackupSchedule");
  return (await told.prepares("getBackupSchedule", step, "reading the backup schedule")).json;
}

/** The members of the schedule that a request can state; they are put back when the story ends. */
export async function scheduleMembers(told: Story, more: Fields = {}): Promise<Fields> {
  const json = await readSchedule(told);
  const wires = MEMBERS.map((name) => told.contract.field(name));
  const shown = Object.entries(typeof json === "object" && json !== null ? json : {});
  const now = Object.fromEntries(
    shown.filter(([name]) => wires.includes(name)).map(([name, value]) => [name, withoutNulls(value)]),
  );
  // Kept from the first time: a read may still show what the story before this one did.
  const before = originals.get(told.world) ?? now;
  originals.set(told.world, before);
  told.restores("updateBackupSchedule", told.world.fixtures.clusterName ?? "", {
    operation: "updateBackupSchedule",
    ...inVersion(told, "updateBackupSchedule"),
    body: { ...before, ...more },
  });
  return now;
}

export async function deletesSchedule(told: Story, step: Step): Promise<Exchange> {
  await scheduleMembers(told);
  return told.ask("deleteBackupSchedules", step);
}

/** The items of all policies of a schedule. */
export const itemsIn = (schedule: unknown): readonly unknown[] =>
  (listIn(member(schedule, "policies")) ?? []).flatMap((policy) => listIn(member(policy, "policyItems")) ?? []);

/** The only policy of a schedule with other items; a schedule without policies gets one. */
export function policyWith(schedule: unknown, policyItems: readonly unknown[]): readonly Fields[] {
  const id = member((listIn(member(schedule, "policies")) ?? [])[0], "id");
  return [{ ...(typeof id === "string" && { id }), policyItems }];
}
