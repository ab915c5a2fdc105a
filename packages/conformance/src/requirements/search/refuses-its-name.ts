import { jsonOf, received, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
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
  const isAnother = covers(after, OTHER_TEXT["mappings"]) && !covers(before, OTHER_TEXT["mappings"]);
  return isAnother
    ? broken(`mappings as before the refused create: ${quoted(before)}`, `those that it stated: ${quoted(after)}`)
    : upheld;
}
