import { randomBytes } from "node:crypto";
import { type Answer, answered, type Exchange } from "@plumbline/client";
import { type OperationId, readText, recordId } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { member, wasAccepted } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { MARK } from "../mark.ts";
import { withoutNulls } from "../oracles/without-nulls.ts";
import type { Subject } from "../requirement.ts";
import type { World } from "../target/world.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Way = (told: Story, step: Step) => Promise<Exchange>;
type Members = Readonly<Record<string, unknown>>;
type Create = "createSearchIndex" | "createSearchIndexLegacy";

/** A search index that the story made. */
export interface MadeIndex {
  readonly id: string;
  readonly name: string;
  readonly answer: Answer;
}

/** Version 1.0 and the legacy route have all members of an index side by side. */
export const isFlat = ({ operation, version }: Subject): boolean =>
  version === "1.0" || operation.id === "createSearchIndexLegacy";

export const TEXT: Members = { mappings: { dynamic: true } };

const createOf = ({ subject }: Story): Create =>
  subject.operation.id === "createSearchIndexLegacy" ? "createSearchIndexLegacy" : "createSearchIndex";

/** A namespace to make indexes in: that of the fixture index, or one that nobody else uses. */
export const namespaceOf = ({ world: { fixtures } }: Story) => ({
  database: fixtures.databaseName ?? "plumbline",
  collectionName: fixtures.collectionName ?? "plumbline",
});

/** A body that creates an index of a name of its own: `text` goes where the form has the members of a text index. */
export function indexBody(told: Story, text: Members = {}, change: Members = {}): Members {
  const members = { ...TEXT, ...text };
  const body = {
    ...namespaceOf(told),
    // Deletes take effect some time later, so no name is used twice.
    name: `${MARK}-${randomBytes(4).toString("hex")}`,
    ...(isFlat(told.subject) ? members : { definition: members }),
    ...change,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Creates an index that is deleted again when the story ends; that it can be created is another rule's business. */
export async function createIndex(told: Story, body: Members = indexBody(told)): Promise<MadeIndex> {
  return keepIndex(told, await told.prepares(createOf(told), { body }, "creating a search index"), body);
}

/** Creates an index whose acceptance is what the rule is about, after a plain one was accepted. */
export async function createsIndex(told: Story, what: string, body: Members): Promise<MadeIndex> {
  await createIndex(told);
  return keepIndex(told, await told.does(createOf(told), { body }, what), body);
}

function keepIndex(told: Story, answer: Answer, body: Members): MadeIndex {
  const id = takeIndex(told, answer);
  if (id === undefined) return told.cannot("the created index has no indexID, so it cannot be addressed");
  if (readText(recordId, id).kind !== "value")
    return told.cannot(`the created index has a malformed id (${preview(id)}), so it cannot be addressed`);
  return { id, name: String(body["name"]), answer };
}

/** Takes whatever index an answer shows into custody, and returns its id. */
export function takeIndex(told: Story, { json }: Answer): string | undefined {
  const shown =
    member(json, told.contract.field("indexID")) ?? member(member(json, "content"), told.contract.field("indexID"));
  if (typeof shown !== "string") return undefined;
  told.made(createOf(told), shown, {
    operation: "deleteSearchIndexById",
    ...inVersion(told, "deleteSearchIndexById"),
    path: { indexId: shown },
  });
  return shown;
}

/** For `refusesBodies`: an index that should not have been made is removed again. */
export const undoIndex =
  (told: Story) =>
  (exchange: Exchange): void => {
    if (answered(exchange)) takeIndex(told, exchange.response);
  };

/** The version of the story where it has the operation, the current one otherwise. */
export const inVersion = (told: Story, operation: OperationId): Pick<Step, "version"> =>
  told.contract.route(operation, told.subject.version) ? {} : { version: "2" };

/** Path parameters of an index of the story's own, for operations by names and by id alike. */
export function addressOf(told: Story, { id, name }: MadeIndex): Pick<Step, "path"> {
  const { database, collectionName } = namespaceOf(told);
  return { path: { databaseName: database, collectionName, indexName: name, indexId: id } };
}

/** Whether a value shows what was sent: members may be added, items of a list may not. */
export function covers(shown: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) && shown.length === sent.length && sent.every((one, index) => covers(shown[index], one))
    );
  if (typeof sent === "object" && sent !== null)
    return Object.entries(sent).every(([name, value]) => covers(member(shown, name), value));
  return shown === sent;
}

const originals = new WeakMap<World, readonly unknown[]>();

/** The custom analyzers of the cluster, which are put back when the story ends. */
export async function remembersAnalyzers(told: Story): Promise<readonly unknown[]> {
  const { json } = await told.prepares("listCustomAnalyzers", {}, "listing the custom analyzers");
  if (!Array.isArray(json)) return told.cannot("the custom analyzers are no array");
  // Kept from the first time: a read may still show what the story before this one did.
  const body = originals.get(told.world) ?? json.map(withoutNulls);
  originals.set(told.world, body);
  const clusterName = told.world.fixtures.clusterName ?? "";
  told.restores("replaceCustomAnalyzers", clusterName, { operation: "replaceCustomAnalyzers", body });
  return body;
}

const create: Way = async (told, step) => {
  const exchange = await told.ask(createOf(told), { body: indexBody(told), ...step });
  if (answered(exchange) && wasAccepted(exchange)) takeIndex(told, exchange.response);
  return exchange;
};
const onOwn =
  (operation: OperationId, more: (told: Story) => Step = () => ({})): Way =>
  async (told, step) => {
    const made = await createIndex(told);
    return told.ask(operation, { ...addressOf(told, made), ...more(told), ...step });
  };
const update = (told: Story): Step => ({
  body: isFlat(told.subject) ? indexBody(told) : { definition: { mappings: { dynamic: false } } },
});

/** How each write of search is carried out once, validly. */
export const searchWays: Readonly<Partial<Record<OperationId, Way>>> = {
  replaceCustomAnalyzers: async (told, step) => {
    const before = await remembersAnalyzers(told);
    return told.ask("replaceCustomAnalyzers", { body: before, ...step });
  },
  createSearchIndex: create,
  createSearchIndexLegacy: create,
  updateSearchIndexByName: onOwn("updateSearchIndexByName", update),
  updateSearchIndexById: onOwn("updateSearchIndexById", update),
  deleteSearchIndexByName: onOwn("deleteSearchIndexByName"),
  deleteSearchIndexById: onOwn("deleteSearchIndexById"),
};
