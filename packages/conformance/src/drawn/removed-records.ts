import { isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Who } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { broken, type Judgement, upheld } from "../ground/judgement.ts";
import type { Subject } from "../ground/subject.ts";
import type { Story } from "../kernel/story.ts";
import { lowerRolesOf } from "../requirements/authentication/lower-roles.ts";
import { ownRecord, plainBody } from "../requirements/shared/perform.ts";
import { NO_STATE, ON_CLUSTER, ON_PROJECT } from "../requirements/shared/statement-parts.ts";
import { type StoryRequirement, story } from "../rule/requirement.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";

/** Parameters that every operation may have, so that a removal is also tested with them. */
const COMMON: Readonly<Record<string, string>> = { envelope: "false", pretty: "true" };

/** Removes a record of the story's own, then addresses it again: no read may show it, and no write may succeed. */
export const removedRecords = (asked: (subject: Subject) => boolean): readonly StoryRequirement[] =>
  [
    { suffix: "-WRITES", needs: ON_PROJECT, removals: ["deleteAlertConfig", "deleteExportBucket"] },
    { suffix: "-RECORDS", needs: ON_CLUSTER, removals: ["deleteSearchIndexByName", "deleteSearchIndexById"] },
  ].map(({ suffix, needs, removals }) =>
    story({
      id: `FUZZ-REMOVED-GONE${suffix}`,
      level: "MUST",
      basis: "derived:D6",
      text: "A caller without the right to remove a record cannot remove it, and a removed record is shown by no read and accepted by no update.",
      section: "Endpoints",
      stage: "state",
      risk: "delete",
      needs,
      on: (subject) => removals.includes(subject.operation.id) && asked(subject),
      mock: NO_STATE,
      requests: 30,
      tell: removedIsGone,
    }),
  );

async function removedIsGone(story: Story): Promise<Judgement> {
  const { id } = story.subject.operation;
  const write: Write | undefined = isWriteId(id) ? WRITES[id] : undefined;
  if (!isWriteId(id) || write?.on === undefined || write.effect.kind !== "owned")
    return story.cannot(`${id} removes no record of its own`);
  const path = await ownRecord(story, id, write.on);
  const own = write.effect.parameter;
  const others = story.contract.operations.filter(
    (one) => one.id !== id && one.pathParameters.some(({ name }) => name === own),
  );
  await keepsOut(story, id, path);
  await story.prepares(id, { path, query: commonOf(story.subject) }, "removing it");
  for (const { id: read } of others.filter(({ risk }) => risk === "read")) {
    const judgement = await isShownNoMore(story, read, path, write.on.create);
    if (judgement.kind !== "holds") return judgement;
  }
  for (const { id: update } of others.filter(({ risk }) => risk === "update"))
    if (isWriteId(update)) await story.mildly(() => isNotCarriedOut(story, update, path));
  return upheld;
}

const commonOf = ({ operation }: Subject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(COMMON).filter(([name]) => operation.query.some((one) => one.name === name)));

/** The target must refuse the removal to callers without the right to it. */
async function keepsOut(story: Story, id: WriteId, path: Path): Promise<void> {
  const { operation } = story.subject;
  const refuses = async (who: Who, what: string): Promise<void> => {
    const exchange = await story.ask(id, { path, who });
    story.must(wasRefused(exchange), `4xx: ${what} may not remove it`, received(exchange));
  };
  const isKnown = (who: Who): boolean => story.world.callers.includes(who);
  if (isKnown("none")) await refuses("none", "a caller without credentials");
  if (isKnown("noRole") && operation.roles !== "unstated") await refuses("noRole", "a key without a role here");
  for (const role of lowerRolesOf(operation).filter((one) => story.roles.has(one)))
    await story.mildly(() => refuses({ role }, `a key with ${role} alone`));
}

/**
 * The description does not say how soon a read shows a removal, and a record that says it is being deleted may remain
 * for a while.
 */
async function isShownNoMore(story: Story, read: OperationId, path: Path, create: WriteId): Promise<Judgement> {
  const [version] = story.addresses.servedIn(read);
  if (version === undefined) return upheld;
  const gone = await story.untilOver(() => story.ask(read, { version, path }), wasRefused);
  if (wasRefused(gone)) return upheld;
  const { effect } = WRITES[create];
  const record = story.addresses.recordIn(create, jsonOf(gone));
  if (effect.kind === "makes" && "fading" in effect && effect.fading(record)) return upheld;
  return broken(`4xx from ${read}: the record was removed`, received(gone));
}

async function isNotCarriedOut(story: Story, update: WriteId, path: Path): Promise<void> {
  const [version] = story.addresses.servedIn(update);
  if (version === undefined) return;
  const body = await plainBody(story, update);
  const exchange = await story.ask(update, { version, path, ...body });
  story.must(!wasAccepted(exchange), `4xx from ${update}: the record was removed`, received(exchange));
}
