import type { Answer } from "@plumbline/client";
import { accepted, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { freshName } from "../../ground/mark.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import * as writes from "../../writes/search.ts";

/**
 * The index type for vectors. The contract does not describe its definition, so a server may refuse it for any reason.
 */
export const OTHER_TYPE = { type: "vectorSearch" };

/** A text definition that differs from the plain one. */
export const OTHER_TEXT: Fields = { mappings: { dynamic: false } };

type Create = "createSearchIndex" | "createSearchIndexLegacy";

/** A search index that the story created. */
export interface MadeIndex {
  readonly id: string;
  readonly name: string;
  readonly answer: Answer;
}

/** Whether the body is flat: in version 1.0 and on the legacy route, all members of an index are at the top level. */
export const isFlat = ({ operation: { id }, version }: Subject): boolean => writes.isFlat({ operation: id, version });

export const createOf = ({ subject }: Story): Create =>
  subject.operation.id === "createSearchIndexLegacy" ? "createSearchIndexLegacy" : "createSearchIndex";

/** The namespace in which to create indexes: that of the fixture index, or one that no other client uses. */
export const namespaceOf = ({ world }: Story) => writes.namespaceOf(world);

/** A body that creates an index with a new name. `text` goes where the form has the members of a text index. */
export const indexBody = (story: Story, text: Fields = {}, change: Fields = {}): Fields =>
  // A delete takes effect later, so no name is used twice.
  writes.indexBody(story.addresses.parts(createOf(story), freshName()), text, change);

/** Creates an index, which the run deletes when the story ends. Another rule judges whether the create works. */
export async function createIndex(story: Story, body: Fields = indexBody(story)): Promise<MadeIndex> {
  return madeIndex(story, await story.prepares(createOf(story), { body }, "creating a search index"), body);
}

/** Creates an index whose acceptance the rule judges, after the target accepted a plain one. */
export async function createsIndex(story: Story, what: string, body: Fields): Promise<MadeIndex> {
  await createIndex(story);
  return madeIndex(story, await story.does(createOf(story), { body }, what), body);
}

/** The index that a request created. */
export function madeIndex(story: Story, answer: Answer, body: Fields): MadeIndex {
  const shown = member(story.addresses.recordIn(createOf(story), answer.json), story.contract.field("indexID"));
  const id = story.ownId(typeof shown === "string" ? shown : undefined, "the created index");
  return { id, name: String(body["name"]), answer };
}

/** Path parameters of an index that the story created, for operations by name and by id. */
export function addressOf(story: Story, { id, name }: Pick<MadeIndex, "id" | "name">): Pick<Step, "path"> {
  const { database, collectionName } = namespaceOf(story);
  return { path: { databaseName: database, collectionName, indexName: name, indexId: id } };
}

/** Whether the operation is an update whose body is a definition; only version 2 describes one. */
export const updatesIndex = (subject: Subject): boolean =>
  subject.version === "2" && ["updateSearchIndexByName", "updateSearchIndexById"].includes(subject.operation.id);

/**
 * Returns a function that makes the step of the story's own operation from members of a text index: it creates a new
 * index, or updates one that the story created.
 */
export async function textSteps(story: Story): Promise<TextStep> {
  if (!updatesIndex(story.subject)) return (text) => ({ body: indexBody(story, text) });
  const address = addressOf(story, await createIndex(story));
  return (text) => ({ ...address, body: { definition: { ...writes.TEXT, ...text } } });
}

type TextStep = (text: Fields) => Step;

/** Sends text members that the target must accept if it accepts plain ones. */
export async function takesText(story: Story, step: TextStep, what: string, text: Fields): Promise<void> {
  const { operation } = story.subject;
  if (!updatesIndex(story.subject)) {
    await createsIndex(story, what, indexBody(story, text));
    return;
  }
  const exchange = await story.ask(operation.id, step(text));
  if (!wasAccepted(exchange)) await story.prepares(operation.id, step({}), "a plain update");
  story.requires(accepted(exchange, what));
}
