import type { Contract } from "@plumbline/schemas";
import { member } from "../ground/json.ts";

/** Translates a member's name into the target's. */
export type Named = (name: string) => string;

/** The versions that a cluster states for its engine, the most exact first. */
export const versionsOf = (cluster: unknown, field: Named): readonly string[] =>
  ["engineVersion", "engineMajorVersion"]
    .map((name) => member(cluster, field(name)))
    .filter((version) => typeof version === "string");

/** The tiers of shared clusters. */
export const SHARED_TIERS: readonly unknown[] = ["M0", "M2", "M5"];

/** The instance size of a cluster. */
export const tierOf = (cluster: unknown, field: Named): unknown =>
  member(member(cluster, field("providerSettings")), field("instanceSizeName"));

/** Whether a cluster is of a shared tier. */
export const isShared = (cluster: unknown, field: Named): boolean => SHARED_TIERS.includes(tierOf(cluster, field));

/** Whether the engine is older than 5.0. */
export const isOld = (cluster: unknown, field: Named): boolean =>
  ["engineVersion", "engineMajorVersion"].some((name) => /^[0-4]\./.test(String(member(cluster, field(name)))));

/** Whether the engine is older than 4.2. A cluster that does not state its engine counts as old. */
export const isOldest = (cluster: unknown, field: Named): boolean => {
  const [version] = versionsOf(cluster, field);
  return version === undefined || /^([0-3]|4\.[01])(\.|$)/.test(version);
};

/** Whether the cluster shows nothing that would prevent an operation on it. */
export function servesEverything(cluster: unknown, { field }: Pick<Contract, "field">): boolean {
  const isUp = [undefined, null, "IDLE"].some((state) => state === member(cluster, field("stateName")));
  const [version] = versionsOf(cluster, field);
  return (
    typeof member(cluster, "name") === "string" &&
    isUp &&
    member(cluster, "paused") !== true &&
    !isShared(cluster, field) &&
    (version === undefined || /^([5-9]|\d\d+)\./.test(version))
  );
}
