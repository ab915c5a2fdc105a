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

/** Records that a story can make, write and remove as often as it wants. */
export interface Life {
  readonly kind: Kind;
  readonly create: WriteId;
  readonly remove: WriteId;
  readonly read: OperationId;
  /** The path parameter that takes the id of a record. */
  readonly parameter: string;
  /** The member of an answer, in neutral words, that has the id. */
  readonly id: string;
  /** A body of this name, which says something else in each turn; kinds without names take none. */
  readonly body: (story: Story, name: string, turn: 0 | 1) => Promise<Fields>;
  /** The same, without what a target may refuse for no reason that is given. */
  readonly plain?: (story: Story, turn: 0 | 1) => Fields;
  /** Writes a record with a body of the same kind. */
  readonly update?: WriteId;
  /** Other writes that address a record, each with its body. */
  readonly writes: readonly { readonly operation: WriteId; readonly body: Fields }[];
  readonly shownAs?: (story: Story) => NonNullable<RoundTrip["shownAs"]>;
}

/** Takes the operations from the write record of the create; a kind without a read and a removal has only one life. */
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

/** The known role, and another role of the project: of the second provider if the first has no other. */
async function roleOf(story: Story, turn: 0 | 1): Promise<Fields> {
  const { roleId, secondRoleId } = story.world.fixtures;
  if (turn === 0) return {};
  const { field } = story.contract;
  const roles = listIn(member(jsonOf(await story.ask("listCloudAccessRoles")), field("providerAIamRoles"))) ?? [];
  const other = roles.map((role) => member(role, field("roleId"))).find((id) => id !== roleId);
  if (typeof other === "string") return { iamRoleId: other };
  return secondRoleId === undefined ? {} : { cloudProvider: "PROVIDER_B", iamRoleId: secondRoleId };
}

/** The kinds that the rules on histories go through: alert configurations, export buckets and search indexes. */
export const LIVES: readonly Life[] = [
  lifeOf("createAlertConfig", {
    // Which matchers suit an event is not given.
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

/** The kind of records that the story's operation makes, with bodies that the target takes. */
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

/** Making a record of a kind with a body, and all that shows it. */
export const making = (story: Story, life: Life, body: Fields): RoundTrip => ({
  operation: life.create,
  groups: [body],
  body: (members) => members,
  ...(life.shownAs && { shownAs: life.shownAs(story) }),
});
