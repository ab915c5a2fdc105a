import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { freshName } from "../../ground/mark.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { covers } from "../../oracles/covers.ts";
import { listIn } from "../../oracles/envelope.ts";
import { addressOf, createIndex, indexBody, OTHER_TEXT, OTHER_TYPE } from "./search-steps.ts";

/** Creates an index with a name that another has, once with another definition and once with another type. */
export async function refusesItsName(story: Story): Promise<Judgement> {
  await createIndex(story);
  const body = indexBody(story);
  const made = await createIndex(story, body);
  const { path } = addressOf(story, made);
  const look = async (): Promise<unknown> => {
    const list = await story.ask("listSearchIndexes", path && { path });
    const own = (listIn(jsonOf(list)) ?? []).find((one) => member(one, story.contract.field("indexID")) === made.id);
    const text = story.subject.version === "1.0" ? own : member(own, story.contract.field("latestDefinition"));
    return member(text, "mappings");
  };
  const before = await look();
  const other = { ...indexBody(story, OTHER_TEXT), name: body["name"] };
  const create = story.subject.operation.id;
  const again = await story.ask(create, { body: other, due: "refused" });
  if (!wasRefused(again)) return broken("4xx: the name is taken in this namespace", received(again));
  const after = await look();
  const typed = await story.ask(create, { body: { ...body, ...OTHER_TYPE }, due: "refused" });
  if (!wasRefused(typed)) return broken("4xx for another type: the name is taken in this namespace", received(typed));
  const twins = await createsTogether(story, path);
  if (twins.kind !== "holds") return twins;
  const isAnother = covers(after, OTHER_TEXT["mappings"]) && !covers(before, OTHER_TEXT["mappings"]);
  return isAnother
    ? broken(`mappings as before the refused create: ${quoted(before)}`, `those that it stated: ${quoted(after)}`)
    : leavesNamesFree(story);
}

/** Members of an index that a target may refuse, each after it has noted the name perhaps. */
const refusable = (prefix: string): readonly Fields[] => [
  { analyzer: `${prefix}.plumbline` },
  { mappings: "plumbline" },
];

/**
 * Creates an index under the name of a refused one, which no index has. A refusal counts only if the same request with
 * another name is accepted.
 */
async function leavesNamesFree(story: Story): Promise<Judgement> {
  const create = story.subject.operation.id;
  for (const text of refusable(story.contract.profile.analyzerPrefix)) {
    const name = freshName();
    const refused = await story.ask(create, { body: { ...indexBody(story, text), name }, due: "open" });
    if (!wasRefused(refused)) continue;
    const body = indexBody(story);
    const right = await story.ask(create, { body: { ...body, name } });
    if (!wasRefused(right)) continue;
    if (!wasAccepted(await story.ask(create, { body }))) continue;
    // The first may have been refused for want of room.
    const again = await story.ask(create, { body: { ...body, name } });
    if (wasRefused(again))
      return broken("2xx: no index has the name, as the create that stated it was refused", received(again));
  }
  return upheld;
}

/** How often two creates go out at the same time: only chance decides whether they meet in the target. */
const MEETINGS = 3;

/** Creates two indexes of one name by two simultaneous requests; the list must not show both. */
async function createsTogether(story: Story, path: Path | undefined): Promise<Judgement> {
  const { contract, subject } = story;
  for (let round = 0; round < MEETINGS; round += 1) {
    const body = indexBody(story);
    const sent = await Promise.all([1, 2].map(() => story.ask(subject.operation.id, { body })));
    if (!sent.every(wasAccepted)) continue;
    const list = await story.ask("listSearchIndexes", path && { path });
    const namesakes = (listIn(jsonOf(list)) ?? []).filter((one) => member(one, "name") === body["name"]);
    const ids = new Set(namesakes.map((one) => member(one, contract.field("indexID"))));
    if (ids.size > 1)
      return broken("one index, after two creates of the same name that were sent at once", `${ids.size} in the list`);
  }
  return upheld;
}
