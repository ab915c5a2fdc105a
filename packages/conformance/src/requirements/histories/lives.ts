import type { OperationId, WriteId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { freshName } from "../../ground/mark.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Kind } from "../../writes/kinds.ts";
import { WRITES } from "../../writes/table.ts";
import type { Makes } from "../../writes/write.ts";
import { configBody } from "../alert-configs/config-steps.ts";
import { bucketBody } from "../backup/bucket-steps.ts";
import { asDescribed, matchers } from "../kept/alert-configs.ts";
import { textShown } from "../kept/search-indexes.ts";
import { indexBody } from "../search/search-steps.ts";
import type { RoundTrip } from "../shared/round-trip.ts";

/** A kind of record that a story can make, write and remove as often as it wants. */
export interface Life {
  readonly kind: Kind;
  readonly create: WriteId;
  readonly remove: WriteId;
  readonly read: OperationId;
  /** The path parameter for the id of a record. */
  readonly parameter: string;
  /** The member of an answer with the id, in neutral words. */
  readonly id: string;
  /** A body with this name and different values in each turn; kinds without names ignore the name. */
  readonly body: (story: Story, name: string, turn: 0 | 1) => Promise<Fields>;
  /** The same, without members that a target may refuse for an undocumented reason. */
  readonly plain?: (story: Story, turn: 0 | 1) => Fields;
  /** The write that replaces a record's values with a body of the same form. */
  readonly update?: WriteId;
  /** Other writes that address a record, each with its body. */
  readonly writes: readonly { readonly operation: WriteId; readonly body: Fields }[];
  readonly shownAs?: (story: Story) => NonNullable<RoundTrip["shownAs"]>;
}

/** Takes the operations from the write record of the create; the kind must have a read and a removal. */
function lifeOf(
  create: WriteId,
  more: Pick<Life, "body" | "plain" | "shownAs" | "update"> & { readonly writes?: Life["writes"] },
): Life {
  const { effect, kind } = WRITES[create];
  const { id, parameter, read, remove }: Partial<Makes> = effect.kind === "makes" ? effect : {};
  if (id === undefined || parameter === undefined || read === undefined || remove === undefined)
    throw new Error(`${create} makes nothing that is read and removed`);
  return { kind, create, id, parameter, read, remove, writes: [], ...more };
}

/**
 * The known role, and in turn 1 another role of the project, or one of the second provider if the first has no other.
 */
async function roleOf(story: Story, turn: 0 | 1): Promise<Fields> {
  const { roleId, secondRoleId } = story.world.fixtures;
  if (turn === 0) return {};
  const { field } = story.contract;
  const roles = listIn(member(jsonOf(await story.ask("listCloudAccessRoles")), field("providerAIamRoles"))) ?? [];
  const other = roles.map((role) => member(role, field("roleId"))).find((id) => id !== roleId);
  if (typeof other === "string") return { iamRoleId: other };
  return secondRoleId === undefined ? {} : { cloudProvider: "PROVIDER_B", iamRoleId: secondRoleId };
}

/** The kinds for the rules on histories: alert configurations, export buckets and search indexes. */
export const LIVES: readonly Life[] = [
  lifeOf("createAlertConfig", {
    // The description does not say which matchers fit an event.
    body: async (story, _name, turn) => configBody(story, { enabled: turn === 0, ...(await matchers(story, turn)) }),
    plain: (story, turn) => configBody(story, { enabled: turn === 0 }),
    update: "updateAlertConfig",
    writes: [{ operation: "setAlertConfigEnabled", body: { enabled: true } }],
    shownAs: asDescribed,
  }),
  lifeOf("createExportBucket", {
    body: async (story, bucketName, turn) =>
      bucketBody(story, {
        ...(story.world.fixtures.exportBucketName === undefined && { bucketName }),
        ...(await roleOf(story, turn)),
      }),
  }),
  lifeOf("createSearchIndex", {
    body: async (story, name, turn) =>
      indexBody(story, { analyzer: turn === 0 ? "engine.simple" : "engine.whitespace" }, { name }),
    shownAs: textShown,
  }),
];

/** The kind of record that the story's operation makes, with bodies that the target accepts. */
export async function lifeIn(story: Story): Promise<Life> {
  const life =
    LIVES.find(({ create }) => create === story.subject.operation.id) ??
    story.cannot(`${story.subject.operation.id} makes nothing that can be made again`);
  const { create, plain } = life;
  if (plain === undefined) return life;
  for (const turn of [0, 1] as const)
    if (!wasAccepted(await story.ask(create, { body: await life.body(story, freshName(), turn) })))
      return { ...life, body: async (_story, _name, own) => plain(story, own) };
  return life;
}

/** The create of a record, with everything that shows it. */
export const making = (story: Story, life: Life, body: Fields): RoundTrip => ({
  operation: life.create,
  groups: [body],
  body: (members) => members,
  ...(life.shownAs && { shownAs: life.shownAs(story) }),
});
