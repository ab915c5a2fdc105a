import { refuses } from "../../expect/cases.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { fixturesFor } from "../../target/fixtures-for.ts";

/** Ids in paths that the target must refuse if they are malformed. */
export type RejectedId =
  | "groupId"
  | "orgId"
  | "alertConfigId"
  | "alertId"
  | "roleId"
  | "indexId"
  | "liveMigrationId"
  | "validationId"
  | "exportBucketId"
  | "exportId"
  | "restoreJobId"
  | "snapshotId";

/**
 * Ids that differ from a valid one in one respect. They derive from an existing id, so that a lax server finds the
 * record.
 */
export function brokenIds(context: Context, name: RejectedId): Case[] {
  const id = fixturesFor(context.world, context.operation.id)[name] ?? "";
  const upper = id.toUpperCase();
  const wide = id.replace(/[0-9]/, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return [
    refuses(context, `${name} of 23 characters`, { path: { [name]: id.slice(0, 23) } }),
    refuses(context, `${name} of 25 characters`, { path: { [name]: `${id}0` } }),
    refuses(context, `${name} with a letter outside a-f`, { path: { [name]: `${id.slice(0, 23)}g` } }),
    ...(upper === id ? [] : [refuses(context, `${name} in upper case`, { path: { [name]: upper } })]),
    // A proxy may refuse the escapes with its own error, so only the refusal itself is judged.
    ...(wide === id
      ? []
      : [refuses(context, `${name} with a full-width digit`, { path: { [name]: wide }, due: "any" })]),
    refuses(context, `${name} followed by a line break`, { rawPath: { [name]: `${id}%0A` }, due: "any" }),
  ];
}
