import type { Exchange } from "@plumbline/client";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { ROUNDS } from "../../ground/eventually.ts";
import type { Path } from "../../ground/fields.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, type Judgement, mild, notApplicable, upheld } from "../../ground/judgement.ts";
import { freshName } from "../../ground/mark.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { recordIn } from "../../oracles/envelope.ts";
import type { Requirement } from "../../rule/requirement.ts";
import { patiently } from "../shared/perform.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { addressOf, createIndex, createOf, indexBody, type MadeIndex, madeIndex } from "./search-steps.ts";
import { inVersion2, searchRule, textOf } from "./states.ts";

/** Characters that a path must encode. One looks like an encoded character, and one consists of two code points. */
const ODD = " é東u\u0308+%2F&=?#:@";

const dynamic = (value: boolean) => ({ mappings: { dynamic: value } });
const dynamicIn = (story: Story, exchange: Exchange): unknown =>
  member(member(textOf(story, recordIn(jsonOf(exchange))), "mappings"), "dynamic");

/** The id of a created index; `undefined` if the create failed, which these rules do not judge. */
function idOfCreated(story: Story, created: Exchange): string | undefined {
  const id = member(recordIn(jsonOf(created)), story.contract.field("indexID"));
  return wasAccepted(created) && typeof id === "string" ? story.ownId(id, "the created index") : undefined;
}

/** Creates an index with an unusual name, if the target accepts one, and reads it by that name. */
async function isFoundByName(story: Story): Promise<Judgement> {
  const name = `${freshName()}${ODD}`;
  const body = indexBody(story, {}, { name });
  const created = await story.ask("createSearchIndex", { body });
  // The contract does not say which characters a name may have.
  if (wasRefused(created))
    return notApplicable(`an index of the name ${quoted(name)} is not taken: ${received(created)}`);
  const id = idOfCreated(story, created);
  if (id === undefined) return story.cannot(`the create is answered ${received(created)}`);
  const address = addressOf(story, { id, name });
  const read = await story.eventually(() => story.ask("getSearchIndexByName", address), wasAccepted);
  if (!wasAccepted(read)) return broken(`the index ${quoted(name)} by its name, as it was created`, received(read));
  const dotted = await isFoundInDotted(story);
  if (dotted.kind !== "holds") return dotted;
  const shown = member(recordIn(jsonOf(read)), "name");
  // The contract does not say which Unicode form of a letter the target shows.
  if (String(shown).normalize() !== name.normalize()) return broken(`name ${quoted(name)}`, quoted(shown));
  return isFoundByPlus(story, address, name);
}

/**
 * Reads the index with the plus sign as it is, not as %2B: some clients encode only what a path may not have, and a plus
 * sign means a space in forms alone (RFC 3986, section 3.3). RFC 3986, section 2.2, does not say that both mean the same.
 */
async function isFoundByPlus(story: Story, { path }: Pick<Step, "path">, name: string): Promise<Judgement> {
  const { indexName: _encoded, ...rest } = path ?? {};
  const rawPath = { indexName: encodeURIComponent(name).replaceAll("%2B", "+") };
  const read = await story.eventually(
    () => story.ask("getSearchIndexByName", { path: rest, rawPath, due: "any" }),
    wasAccepted,
  );
  return wasAccepted(read)
    ? upheld
    : mild(broken(`the index ${quoted(name)} also where the path has its plus sign as it is`, received(read)));
}

/** The name of a collection with a dot in it; a dot also separates the database from the collection. */
const DOTTED = "plumbline.dotted";

/** Creates an index in a collection with a dot in its name, if the target accepts one, and reads it by its names. */
async function isFoundInDotted(story: Story): Promise<Judgement> {
  const name = freshName();
  const created = await story.ask("createSearchIndex", {
    body: indexBody(story, {}, { collectionName: DOTTED, name }),
  });
  const id = wasRefused(created) ? undefined : idOfCreated(story, created);
  if (id === undefined) return upheld;
  const { path } = addressOf(story, { id, name });
  const address = { path: { ...path, collectionName: DOTTED } };
  const read = await story.eventually(() => story.ask("getSearchIndexByName", address), wasAccepted);
  if (!wasAccepted(read)) return broken(`the index in the collection ${DOTTED} by its names`, received(read));
  const shown = member(recordIn(jsonOf(read)), "collectionName");
  return shown === DOTTED || shown === undefined ? upheld : broken(`collectionName ${DOTTED}`, quoted(shown));
}

/**
 * Creates an index under the name of a removed one. A refusal counts if the same request with a new name is accepted.
 */
async function createsAgain(story: Story, body: Fields): Promise<MadeIndex> {
  const create = createOf(story);
  const exchange = await patiently(story, create, { body });
  if (wasRefused(exchange)) {
    const other = await story.ask(create, { body: { ...body, name: freshName() } });
    // The description does not say how soon a name is free again.
    if (wasAccepted(other))
      await story.mildly(async () =>
        story.must(false, "201, as the index that had the name is removed; a new name is accepted", received(exchange)),
      );
  }
  return madeIndex(story, story.prepared(exchange, "creating an index under a name that is free again"), body);
}

/** Creates an index under the name of a removed one, with another definition. */
async function isAsMadeLast(story: Story): Promise<Judgement> {
  const prefix = story.contract.profile.analyzerPrefix;
  const plain = indexBody(story, dynamic(true));
  // The first index has a member that the second one omits.
  const first = { ...indexBody(story, { ...dynamic(true), searchAnalyzer: `${prefix}.simple` }), name: plain["name"] };
  const address = addressOf(story, await createIndex(story, first));
  // A server that caches reads by name would show the first index later.
  await story.ask("getSearchIndexByName", address);
  await story.prepares("deleteSearchIndexById", address, "deleting the index");
  const gone = await story.untilOver(() => story.ask("getSearchIndexById", address), wasRefused);
  if (!wasRefused(gone)) return story.cannot("the index is there still, so its name cannot be given again");
  const second = indexBody(story, dynamic(false), { name: plain["name"] });
  const made = await createsAgain(story, second);
  const own = addressOf(story, made);
  const read = await story.eventually(
    () => story.ask("getSearchIndexById", own),
    (one) => dynamicIn(story, one) === false,
  );
  if (!wasAccepted(read)) return story.cannot(`the new index cannot be read (${received(read)})`);
  const shown = dynamicIn(story, read);
  if (shown !== false && shown !== undefined)
    return broken("mappings.dynamic false, as the index was created that has the name now", quoted(shown));
  const name = story.contract.field("searchAnalyzer");
  const left = member(textOf(story, recordIn(jsonOf(read))), name) ?? undefined;
  if (left === `${prefix}.simple`)
    return broken(`no ${name}, or its default: the index that has the name now was created without one`, quoted(left));
  const idOf = (exchange: Exchange): unknown => member(recordIn(jsonOf(exchange)), story.contract.field("indexID"));
  const named = await story.eventually(
    () => story.ask("getSearchIndexByName", own),
    (one) => idOf(one) === made.id,
  );
  return !wasAccepted(named) || idOf(named) === undefined || idOf(named) === made.id
    ? upheld
    : broken(`the index ${made.id} by its names, as it is the one that has them now`, quoted(idOf(named)));
}

/** A place for an index with the same name: its words in reports, and how its body and path differ. */
interface Place {
  readonly what: string;
  readonly body: Fields;
  readonly path: Path;
}

const NAMESPACES: readonly Place[] = [
  { what: "another collection", body: { collectionName: "plumbline-elsewhere" }, path: {} },
  { what: "another database", body: { database: "plumblineElsewhere" }, path: {} },
];

function placesBeside({ world: { fixtures } }: Story): readonly Place[] {
  const { clusterName, shardedClusterName } = fixtures;
  if (shardedClusterName === undefined || shardedClusterName === clusterName) return NAMESPACES;
  return [...NAMESPACES, { what: "another cluster", body: {}, path: { clusterName: shardedClusterName } }];
}

/** Creates an index with the same name in another place; `undefined` if that place accepts none. */
async function createdElsewhere(story: Story, name: string, { what, body, path }: Place): Promise<string | undefined> {
  const create = (own: string) =>
    story.ask("createSearchIndex", { path, body: indexBody(story, dynamic(true), { ...body, name: own }) });
  const created = await create(name);
  if (!wasRefused(created)) return idOfCreated(story, created);
  // The contract does not say whether an index may exist before its collection.
  const other = idOfCreated(story, await create(freshName()));
  if (other === undefined) return undefined;
  story.requires(
    broken(`an index ${name} in ${what}, as names are unique within a namespace alone`, received(created)),
  );
  return undefined;
}

/** An index that a server could confuse with another: its words in reports, and the path that reads it. */
interface OtherIndex {
  readonly what: string;
  readonly path: Path;
}

/** Indexes with similar names: the same name in other places, a longer name, and the name in capitals. */
async function besideTwins(
  story: Story,
): Promise<{ readonly own: MadeIndex; readonly others: ReadonlyMap<string, OtherIndex> }> {
  const name = freshName();
  const own = await createIndex(story, indexBody(story, dynamic(true), { name }));
  const longer = await createIndex(story, indexBody(story, dynamic(true), { name: `${name}-more` }));
  const path = addressOf(story, own).path ?? {};
  const others = new Map<string, OtherIndex>();
  const takes = (id: string, what: string, change: Path): void =>
    void others.set(id, { what, path: { ...path, indexId: id, ...change } });
  takes(longer.id, `the index ${longer.name}`, { indexName: longer.name });
  for (const place of placesBeside(story)) {
    const id = await createdElsewhere(story, name, place);
    if (id !== undefined) takes(id, `the index ${name} in ${place.what}`, { ...namesIn(place.body), ...place.path });
  }
  // The contract does not say whether names may differ only in case. If the target accepts both, they are two indexes.
  const capitals = name.toUpperCase();
  const created = await story.ask("createSearchIndex", { body: indexBody(story, dynamic(true), { name: capitals }) });
  const id = idOfCreated(story, created);
  if (id !== undefined && id !== own.id) takes(id, `the index ${capitals}`, { indexName: capitals });
  return { own, others };
}

/** The namespace of a body as a path states it. */
const namesIn = ({ collectionName, database }: Fields): Path => ({
  ...(typeof collectionName === "string" && { collectionName }),
  ...(typeof database === "string" && { databaseName: database }),
});

/** Reads each index by its names, and checks that no similar one is returned. */
async function readsEachByName(story: Story, others: ReadonlyMap<string, OtherIndex>): Promise<Judgement> {
  const key = story.contract.field("indexID");
  for (const [id, { what, path }] of others) {
    const read = await story.eventually(() => story.ask("getSearchIndexByName", { path }), wasAccepted);
    const shown = member(recordIn(jsonOf(read)), key);
    if (wasAccepted(read) && shown !== undefined && shown !== id)
      return broken(`${key} ${id}, which is that of ${what}`, quoted(shown));
  }
  return upheld;
}

/**
 * Updates and then removes indexes by their names, next to others that a server could mistake for them. The index of
 * the same name in another collection comes first, because a server may look up the one that was created first.
 */
async function leavesTwins(story: Story): Promise<Judgement> {
  const { own, others } = await besideTwins(story);
  const byName = await readsEachByName(story, others);
  if (byName.kind !== "holds") return byName;
  const mine: OtherIndex = { what: `the index ${own.name}`, path: addressOf(story, own).path ?? {} };
  const twin = [...others.values()].find(({ path }) => path["indexName"] === own.name);
  const inTurn = twin === undefined ? [mine] : [twin, mine];
  const read = (path: Path) => story.ask("getSearchIndexById", { path, send: "again" });
  const left = new Set([...others.values(), mine]);
  for (const index of inTurn) {
    const { path } = index;
    const update = { path, body: { definition: dynamic(false) } };
    await story.prepares("updateSearchIndexByName", update, "updating the index by its name");
    await story.eventually(
      () => read(path),
      (shown) => dynamicIn(story, shown) === false,
    );
    left.delete(index);
    for (const one of left)
      if (dynamicIn(story, await read(one.path)) === false)
        return broken(`mappings.dynamic true of ${one.what}, which the update did not name`, "mappings.dynamic false");
  }
  const standing = new Set([...others.values(), mine]);
  for (const index of inTurn) {
    const { path } = index;
    await story.prepares("deleteSearchIndexByName", { path }, "deleting the index by its name");
    standing.delete(index);
    await story.untilOver(() => story.ask("getSearchIndexById", { path }), wasRefused);
    for (const one of standing) {
      const shown = await read(one.path);
      if (wasRefused(shown)) return broken(`${one.what}, which the removal did not name`, received(shown));
    }
  }
  return upheld;
}

/**
 * Updates and then removes an index by its id, next to an older one of the same name in another collection: a server
 * that goes on by the name meets the older one.
 */
async function leavesNamesake(story: Story): Promise<Judgement> {
  const name = freshName();
  const older = addressOf(story, await createIndex(story, indexBody(story, dynamic(true), { name })));
  const [place] = NAMESPACES;
  const id = place && (await createdElsewhere(story, name, place));
  if (id === undefined) return notApplicable("the target takes no second index of a name");
  const own = { path: { indexId: id } };
  const read = (one: Step) => story.ask("getSearchIndexById", { ...one, send: "again" });
  const what = `the index ${name} in the first collection`;
  const update = { ...own, body: { definition: dynamic(false) } };
  await story.prepares("updateSearchIndexById", update, "updating the index by its id");
  await story.eventually(
    () => read(own),
    (shown) => dynamicIn(story, shown) === false,
  );
  if (dynamicIn(story, await read(older)) === false)
    return broken(`mappings.dynamic true of ${what}, which the update did not address`, "mappings.dynamic false");
  await story.prepares("deleteSearchIndexById", own, "deleting the index by its id");
  await story.untilOver(() => story.ask("getSearchIndexById", own), wasRefused);
  const left = await read(older);
  return wasRefused(left) ? broken(`${what}, which the removal did not address`, received(left)) : upheld;
}

/** The rules on operations that address an index by its name. */
export const searchNames: readonly Requirement[] = [
  searchRule({
    id: "SRCH-NAMES-APART",
    level: "MUST",
    basis: "derived:D5",
    text: "Reading an index by its name shows that index, and updating or deleting it by its name or id does not affect others: those with the same name in another collection, database or cluster, if there can be any, one whose name begins with it, and one with the same name in capitals.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    on: inVersion2(is("updateSearchIndexByName", "updateSearchIndexById")),
    judgesLosses: true,
    risk: "delete",
    requests: 52 + 16 * ROUNDS,
    tell: (story) =>
      story.subject.operation.id === "updateSearchIndexById" ? leavesNamesake(story) : leavesTwins(story),
  }),
  searchRule({
    id: "SRCH-NAME-ENCODED",
    level: "MUST",
    basis: "derived:D5",
    text: "An index is read by the names that it was created with, whatever characters they have.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    on: inVersion2(is("getSearchIndexByName")),
    risk: "create",
    requests: 26,
    tell: isFoundByName,
  }),
  searchRule({
    id: "SRCH-NAME-AGAIN",
    level: "MUST",
    basis: "derived:D6",
    text: "An index that is created under the name of a removed one shows what its own request said.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    on: inVersion2(is("createSearchIndex")),
    risk: "delete",
    requests: 12 + ROUNDS,
    tell: isAsMadeLast,
  }),
];
