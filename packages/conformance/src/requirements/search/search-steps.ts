import type { Answer } from "@plumbline/client";
import { accepted, wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { freshName } from "../../ground/mark.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import * as writes from "../../writes/search.ts";

/** The type of indexes for vectors, whose definition is not described: a server may refuse it for any reason. */
export const OTHER_TYPE = { type: "vectorSearch" };

/** Text of another kind than the plain one. */
export const OTHER_TEXT: Fields = { mappings: { dynamic: false } };

type Create = "createSearchIndex" | "createSearchIndexLegacy";

/** A search index that the story made. */
export interface MadeIndex {
  readonly id: string;
  readonly name: string;
  readonly answer: Answer;
}

/** Version 1.0 and the legacy route have all members of an index side by side. */
export const isFlat = ({ operation: { id }, version }: Subject): boolean => writes.isFlat({ operation: id, version });

const createOf = ({ subject }: Story): Create =>
  subject.operation.id === "createSearchIndexLegacy" ? "createSearchIndexLegacy" : "createSearchIndex";

/** A namespace to make indexes in: that of the fixture index, or one that nobody else uses. */
export const namespaceOf = ({ world }: Story) => writes.namespaceOf(world);

/** A body that creates an index of a name of its own: `text` goes where the form has the members of a text index. */
export const indexBody = (story: Story, text: Fields = {}, change: Fields = {}): Fields =>
  // Deletes take effect some time later, so no name is used twice.
  writes.indexBody(story.addresses.parts(createOf(story), freshName()), text, change);

/** Creates an index that is deleted again when the story ends; that it can be created is another rule's business. */
export async function createIndex(story: Story, body: Fields = indexBody(story)): Promise<MadeIndex> {
  return madeIndex(story, await story.prepares(createOf(story), { body }, "creating a search index"), body);
}

/** Creates an index whose acceptance is what the rule is about, after a plain one was accepted. */
export async function createsIndex(story: Story, what: string, body: Fields): Promise<MadeIndex> {
  await createIndex(story);
  return madeIndex(story, await story.does(createOf(story), { body }, what), body);
}

function madeIndex(story: Story, answer: Answer, body: Fields): MadeIndex {
  const shown = member(story.addresses.recordIn(createOf(story), answer.json), story.contract.field("indexID"));
  const id = story.ownId(typeof shown === "string" ? shown : undefined, "the created index");
  return { id, name: String(body["name"]), answer };
}

/** Path parameters of an index of the story's own, for operations by names and by id alike. */
export function addressOf(story: Story, { id, name }: Pick<MadeIndex, "id" | "name">): Pick<Step, "path"> {
  const { database, collectionName } = namespaceOf(story);
  return { path: { databaseName: database, collectionName, indexName: name, indexId: id } };
}

/** Updates state a definition in version 2, which alone describes one. */
export const updatesIndex = (subject: Subject): boolean =>
  subject.version === "2" && ["updateSearchIndexByName", "updateSearchIndexById"].includes(subject.operation.id);

/** What the story's own operation is sent with members of a text index: a new one, or one of its own that it updates. */
export async function textSteps(story: Story): Promise<TextStep> {
  if (!updatesIndex(story.subject)) return (text) => ({ body: indexBody(story, text) });
  const address = addressOf(story, await createIndex(story));
  return (text) => ({ ...address, body: { definition: { ...writes.TEXT, ...text } } });
}

type TextStep = (text: Fields) => Step;

/** Sends text that must be taken where plain text is. */
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
