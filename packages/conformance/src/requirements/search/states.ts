import { type Answer, answered, type Exchange } from "@plumbline/client";
import { versionLabel } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, notApplicable, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";
import { covers } from "../../oracles/covers.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { clusterOfEngine42, isNoCluster, tooOldForSearch } from "../shared/clusters-of.ts";
import { needsRemoval } from "../shared/needs-removal.ts";
import { NO_STATE, ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { refusesItsName } from "./refuses-its-name.ts";
import { addressOf, createIndex, indexBody, isFlat, type MadeIndex, OTHER_TEXT } from "./search-steps.ts";

const RESOURCE = "Resources and their fields > Search index";
const OPERATIONS = "Endpoints > Search";

const creates = is("createSearchIndex", "createSearchIndexLegacy");

/** Narrows the subjects of a rule to version 2. */
export const inVersion2 =
  (on: (subject: Subject) => boolean) =>
  (subject: Subject): boolean =>
    subject.version === "2" && on(subject);

type Particulars = Omit<StoryRequirement, "kind" | "stage" | "risk" | "level" | "basis" | "needs"> &
  Partial<Pick<StoryRequirement, "stage" | "risk" | "level" | "basis" | "needs">>;

/** A rule in the form of a story about search indexes that the run creates. */
export const searchRule = (particulars: Particulars): Requirement =>
  story({
    level: "MUST",
    basis: "stated",
    stage: "state",
    risk: "create",
    needs: ON_CLUSTER,
    ...particulars,
  });

/** The members of a text index, in the form of the story. */
export const textOf = (story: Story, index: unknown): unknown =>
  isFlat(story.subject) ? index : member(index, story.contract.field("latestDefinition"));

async function updatesDefinition(story: Story): Promise<Judgement> {
  const made = await createIndex(story);
  const before = shownVersion(story, made.answer.json);
  const definition = { mappings: { dynamic: false, fields: { title: { type: "string" } } } };
  const address = addressOf(story, made);
  await story.prepares(story.subject.operation.id, { ...address, body: { definition } }, "updating the index");
  const sent = story.contract.wire(definition);
  const read = story.subject.operation.id === "updateSearchIndexById" ? "getSearchIndexById" : "getSearchIndexByName";
  const latestOf = (json: unknown): unknown => member(json, story.contract.field("latestDefinition"));
  const { json } = await story.untilOver(
    () => story.prepares(read, address, "reading the updated index"),
    (shown) => covers(latestOf(shown.json), sent),
  );
  if (!covers(latestOf(json), sent))
    return broken(`the latest definition as it was sent: ${quoted(sent)}`, quoted(latestOf(json)));
  const version = shownVersion(story, json);
  return expects(
    before === undefined || version === undefined || version >= before,
    `a version of the latest definition that is not below ${before}`,
    String(version),
  );
}

/** Where the target file states no such cluster, the known project may list one, or show that it has none. */
async function oldestCluster(story: Story): Promise<{ readonly groupId: string; readonly clusterName: string }> {
  const { oldEngineGroupId, oldestClusterName, groupId = "" } = story.world.fixtures;
  if (oldEngineGroupId !== undefined && oldestClusterName !== undefined)
    return { groupId: oldEngineGroupId, clusterName: oldestClusterName };
  const { contract } = story;
  const found = await tooOldForSearch({ contract, groupId }, (step) => story.ask("listClusters", step));
  if (found === "none")
    throw new StoryStopped(notApplicable("every cluster of the known project runs engine 4.2 or newer"));
  if (found !== undefined) return { groupId, ...found };
  return story.cannot(
    `the run knows no ${oldEngineGroupId === undefined ? "oldEngineGroupId" : "oldestClusterName"}: state fixtures.oldEngineGroupId and fixtures.oldestClusterName in the target file`,
  );
}

async function needsEngine(story: Story): Promise<Judgement> {
  const { groupId, clusterName } = await oldestCluster(story);
  const { contract } = story;
  const other = await isNoCluster("oldestClusterName", { contract, groupId, clusterName }, (step) =>
    story.ask("listClusters", step),
  );
  if (other !== undefined) return story.cannot(other);
  await createIndex(story);
  const exchange = await story.ask(story.subject.operation.id, {
    path: { groupId, clusterName },
    body: indexBody(story),
    due: "refused",
  });
  if (!wasRefused(exchange)) return broken("4xx: the engine of the cluster is too old", received(exchange));
  const newEnough = await clusterOfEngine42({ contract, groupId }, (step) => story.ask("listClusters", step));
  return newEnough === undefined ? upheld : takesIndex(story, { groupId, clusterName: newEnough }, exchange);
}

async function goesSomeTimeLater(story: Story): Promise<Judgement> {
  // The run itself deletes its indexes with this operation.
  if (story.subject.operation.id === "deleteSearchIndexById")
    await needsRemoval(story, "deleteSearchIndexById", "no such index, or one that is DELETING");
  const made = await createIndex(story);
  const address = addressOf(story, made);
  const read = story.subject.operation.id === "deleteSearchIndexById" ? "getSearchIndexById" : "getSearchIndexByName";
  // The delete by name gets an updated index, and the delete by id one without an update.
  const isUpdated = story.subject.operation.id === "deleteSearchIndexByName";
  if (isUpdated) await story.ask("updateSearchIndexById", { ...address, body: { definition: OTHER_TEXT } });
  await story.prepares(read, address, "reading the index before its delete");
  // Another rule judges the answer to the delete.
  await story.prepares(story.subject.operation.id, address, "deleting the index");
  const gone = await story.untilOver(() => story.ask(read, address), wasRefused);
  if (wasRefused(gone)) {
    story.requires(await leavesOtherRead(story, made, read));
    return leavesLists(story, made, isUpdated ? "an index that was updated" : "an index");
  }
  const status = member(recordIn(jsonOf(gone)), story.contract.field("status"));
  // The description does not limit the time of a delete: an index that still says DELETING breaks no rule.
  if (status === "DELETING")
    return story.cannot(`the index is still DELETING after ${secondsOf(ROUNDS, story.speed)} seconds`);
  return broken(
    `no such index, or one that is DELETING, after ${secondsOf(ROUNDS, story.speed)} seconds`,
    "the deleted index",
  );
}

/** The status of an index during its deletion. */
const LEAVING = /^DELET/i;

/** An index that one read denies must be denied by the other as well, by its id or by its names. */
async function leavesOtherRead(
  story: Story,
  made: MadeIndex,
  read: "getSearchIndexById" | "getSearchIndexByName",
): Promise<Judgement> {
  const other = read === "getSearchIndexById" ? "getSearchIndexByName" : "getSearchIndexById";
  if (story.addresses.servedIn(other).length === 0) return upheld;
  const step = { ...story.addresses.servedAs(other), ...addressOf(story, made) };
  const look = async () => recordIn(jsonOf(await story.ask(other, step)));
  const isShown = (record: unknown): boolean => member(record, story.contract.field("indexID")) === made.id;
  const last = await story.untilOver(look, (record) => !isShown(record));
  if (!isShown(last)) return upheld;
  const judgement = broken(
    `no such index by ${other === "getSearchIndexByName" ? "its names" : "its id"} either, ${secondsOf(ROUNDS, story.speed)} seconds after the other read denied it`,
    "the deleted index",
  );
  return LEAVING.test(String(member(last, story.contract.field("status")))) ? mild(judgement) : judgement;
}

/** Checks that the list of the collection does not show a deleted index, in each version. */
async function leavesLists(story: Story, made: MadeIndex, what: string): Promise<Judgement> {
  const { id } = made;
  const { path } = addressOf(story, made);
  for (const version of story.addresses.servedIn("listSearchIndexes")) {
    const listed = (exchange: Exchange): unknown =>
      (listIn(jsonOf(exchange)) ?? []).find((index) => member(index, story.contract.field("indexID")) === id);
    const list = await story.untilOver(
      () => story.ask("listSearchIndexes", { version, ...(path && { path }) }),
      (exchange) => wasAccepted(exchange) && listed(exchange) === undefined,
    );
    const status = member(listed(list), story.contract.field("status"));
    if (!wasAccepted(list) || listed(list) === undefined) continue;
    const stays = broken(
      `no index ${id} in the list of its collection, ${versionLabel(version)}: it was deleted, and its own read no longer finds it`,
      `${what} with status ${quoted(status)}`,
    );
    // The description does not limit the time of a delete.
    return LEAVING.test(String(status)) ? mild(stays) : stays;
  }
  return upheld;
}

async function returnsFlat(story: Story): Promise<Judgement> {
  const body = indexBody(
    story,
    {
      analyzer: "engine.keyword",
      mappings: { dynamic: false, fields: { title: { type: "string" } } },
      storedSource: { include: ["title"] },
    },
    { type: "search" },
  );
  const { answer } = await createIndex(story, body);
  for (const [name, value] of Object.entries(story.contract.wire(body)))
    story.must(
      covers(member(answer.json, name), value),
      `${name} as it was sent: ${name === "name" ? "the name" : quoted(value)}`,
      quoted(member(answer.json, name)),
      `/${name}`,
    );
  const status = member(answer.json, "status");
  return expects(typeof status === "string", "a status", () => quoted(status));
}

/** The rules on the life of a search index: names, defaults, updates and deletion. */
export const searchStates: readonly Requirement[] = [
  searchRule({
    id: "SRCH-NAME-UNIQUE",
    text: "Two indexes of one namespace never have the same name: a second create with it is refused.",
    section: RESOURCE,
    mock: NO_STATE,
    on: creates,
    requests: 20,
    tell: refusesItsName,
  }),
  searchRule({
    id: "SRCH-TYPE-DEFAULT",
    text: "An index created without type is of type search.",
    section: RESOURCE,
    mock: NO_STATE,
    on: creates,
    requests: 2,
    tell: async (story) => {
      const { answer } = await createIndex(story);
      const type = member(answer.json, "type") ?? undefined;
      return expects(type === undefined || type === "search", "type search", () => quoted(type));
    },
  }),
  searchRule({
    id: "SRCH-ANALYZER-DEFAULT",
    text: "Without analyzer, and without searchAnalyzer, the built-in one called standard is used.",
    section: RESOURCE,
    mock: NO_STATE,
    on: creates,
    requests: 4,
    tell: async (story) => {
      const prefix = story.contract.profile.analyzerPrefix;
      const uses = (answer: Answer, name: string): void => {
        const used = member(textOf(story, answer.json), story.contract.field(name)) ?? undefined;
        story.must(used === undefined || used === `${prefix}.standard`, `${name} ${prefix}.standard`, quoted(used));
      };
      const { answer } = await createIndex(story);
      for (const name of ["analyzer", "searchAnalyzer"]) uses(answer, name);
      // Each has its own default, and not the value of the other.
      const other = await createIndex(story, indexBody(story, { analyzer: `${prefix}.whitespace` }));
      uses(other.answer, "searchAnalyzer");
      return upheld;
    },
  }),
  searchRule({
    id: "SRCH-RESP-FLAT",
    text: "An index in the flat form is returned with what was sent, indexID and status.",
    section: RESOURCE,
    mock: NO_STATE,
    on: (subject) => creates(subject) && isFlat(subject),
    requests: 2,
    tell: returnsFlat,
  }),
  searchRule({
    id: "SRCH-UPDATE-DEFINITION",
    text: "An update sends definition, and the index returned has it as its latest definition.",
    section: OPERATIONS,
    mock: NO_STATE,
    risk: "update",
    on: inVersion2(is("updateSearchIndexByName", "updateSearchIndexById")),
    requests: 4 + ROUNDS,
    tell: updatesDefinition,
  }),
  searchRule({
    id: "SRCH-DELETE-EVENTUAL",
    text: "Deleting an index returns an empty object at once; the index itself goes some time later.",
    section: OPERATIONS,
    mock: NO_STATE,
    risk: "delete",
    on: inVersion2(is("deleteSearchIndexByName", "deleteSearchIndexById")),
    requests: 7 + 2 * ROUNDS,
    tell: goesSomeTimeLater,
  }),
  searchRule({
    id: "SRCH-ENGINE",
    text: "Search indexes need an engine of 4.2 or newer: a cluster with an older engine gets none, and one with 4.2 itself does.",
    section: "Limits",
    mock: "it knows no clusters",
    stage: "refused-writes",
    on: creates,
    requests: 10,
    needs: ON_CLUSTER,
    tell: needsEngine,
  }),
  searchRule({
    id: "VER-2-SEARCH-DEFINITION",
    text: "Version 2 creates a search index from a body with a definition.",
    section: "Versioning",
    on: inVersion2(is("createSearchIndex")),
    requests: 2,
    tell: (story) => plainCreate(story),
  }),
  searchRule({
    id: "VER-2-SEARCH-FLAT",
    text: "Version 2 still creates a search index from the flat body.",
    section: "Versioning",
    on: inVersion2(is("createSearchIndexLegacy")),
    requests: 2,
    tell: (story) => plainCreate(story),
  }),
];

/** Statuses of refusals for another reason: the caller, a missing record, or an existing one. */
const OTHER_REASONS: readonly number[] = [401, 403, 404, 409];

/**
 * Tests a cluster with the oldest supported engine. The rule fails only if the refusal equals that of the older
 * cluster.
 */
async function takesIndex(
  story: Story,
  path: Readonly<Record<"groupId" | "clusterName", string>>,
  tooOld: Exchange,
): Promise<Judgement> {
  const exchange = await story.ask(story.subject.operation.id, { path, body: indexBody(story) });
  if (wasAccepted(exchange)) return upheld;
  const judgement = broken("2xx: the engine of the cluster is 4.2", received(exchange));
  const isOther = answered(exchange) && OTHER_REASONS.includes(exchange.response.status);
  if (wasRefused(exchange) && (isOther || received(exchange) !== received(tooOld)))
    return story.cannot(
      `the cluster of engine 4.2 is answered ${received(exchange)}: what stands in its way is not given`,
    );
  return judgement;
}

async function plainCreate(story: Story) {
  await story.greets();
  const exchange = await story.ask(story.subject.operation.id, { body: indexBody(story) });
  if (wasAccepted(exchange)) return upheld;
  if (answered(exchange) && exchange.response.status === 401) return story.cannot("the main key is refused");
  // The contract does not say how many indexes a cluster may have.
  if (saysNoMore(exchange)) return story.cannot(`creating an index returned ${received(exchange)}`);
  return broken("2xx for creating an index", received(exchange));
}

function shownVersion(story: Story, index: unknown): number | undefined {
  const version = member(member(index, story.contract.field("latestDefinitionVersion")), "version");
  return typeof version === "number" ? version : undefined;
}
