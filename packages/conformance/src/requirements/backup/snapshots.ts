import { isDeepStrictEqual } from "node:util";
import { versionLabel } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { tells } from "../../expect/tells.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { type Fields, isObject, member } from "../../ground/json.ts";
import { expects, inconclusive, type Judgement, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { freshName } from "../../ground/mark.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { idsIn } from "../../oracles/same.ts";
import {
  type Case,
  type Context,
  notice,
  probe,
  type Requirement,
  type StoryRequirement,
  watch,
} from "../../rule/requirement.ts";
import { snapshotBody } from "../../writes/snapshots.ts";
import { appears } from "../shared/appears.ts";
import { sameTexts } from "../shared/as-sent.ts";
import { asSteps } from "../shared/as-steps.ts";
import { beyond32Bits } from "../shared/beyond-32-bits.ts";
import { listed } from "../shared/listed.ts";
import { patiently, preparesPatiently } from "../shared/perform.ts";
import { changesNothing } from "../shared/refused-writes.ts";
import { NO_STATE, ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupShape, backupStory, OPERATIONS } from "./backup-rules.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import {
  completes,
  goes,
  isBeingTaken,
  isListed,
  madeSnapshot,
  ownSnapshot,
  patienceWith,
  readSnapshot,
  snapshotAt,
  takesSnapshot,
} from "./snapshot-steps.ts";

const RESOURCE = "Resources and their fields > Snapshot";
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** The length of each tested expiration, in days. */
const SPANS = [
  { value: 2, unit: "WEEKS", least: 14, most: 14 },
  // More than a year, since a server that works out the month alone drops the years.
  { value: 14, unit: "MONTHS", least: 14 * 28, most: 14 * 31 },
  { value: 1, unit: "YEARS", least: 365, most: 366 },
];
/** The tolerance for time zones and rounding, in days. */
const SLACK = 1;

type Particulars = Omit<StoryRequirement, "kind" | "level" | "basis" | "stage" | "risk" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "stage" | "section">>;

const rule = (particulars: Particulars): Requirement =>
  backupStory({ section: OPERATIONS, risk: "costly", needs: ON_CLUSTER, ...particulars });

/**
 * A rule that taking a snapshot refuses these bodies. A valid snapshot comes first and must be complete, because during
 * it the target may refuse every other.
 */
const refusals = (
  particulars: Omit<Particulars, "tell" | "requests" | "on">,
  faults: Readonly<Record<string, Fields>>,
): Requirement =>
  rule({
    ...particulars,
    stage: "refused-writes",
    on: is("takeSnapshot"),
    requests: 60,
    tell: async (story) => {
      const isKnown =
        story.world.memory.rested.has("takeSnapshot") && story.memory.recalls("takeSnapshot") !== undefined;
      const taken = isKnown ? undefined : await ownSnapshot(story);
      if (taken !== undefined && !story.mock && !(await completes(story, taken.id)))
        return story.cannot(
          `the snapshot is not complete after ${patienceWith(story)} seconds, so the next one may be refused for that`,
        );
      await story.refusesEach("takeSnapshot", asSteps(faults));
      return upheld;
    },
  });

const withRetention = (retentionInDays: unknown): Fields => snapshotBody({ retentionInDays });

async function expiryFollows(story: Story): Promise<Judgement> {
  // The milliseconds of 25 days or more exceed 32 bits.
  const days = story.subject.version === "2" ? 40 : 5;
  const { id } = await ownSnapshot(story, {}, { body: snapshotBody({ retentionInDays: days }) });
  const expiry = async () => Date.parse(String(member(await readSnapshot(story, id), "expiresAt")));
  const before = await story.eventually(
    () => readSnapshot(story, id),
    (shown) => !isBeingTaken(shown),
  );
  const untouched = await expiry();
  const kept = (untouched - Date.parse(String(member(before, "createdAt")))) / DAY;
  if (!Number.isNaN(kept))
    story.must(Math.abs(kept - days) < 1, `expiresAt ${days} days after createdAt`, `${kept.toFixed(1)} days after`);
  await changesExpiration(story, id, 2);
  const first = await story.eventually(expiry, (at) => at !== untouched);
  await changesExpiration(story, id, 3);
  const second = await story.eventually(expiry, (at) => at !== first);
  if (Number.isNaN(first) || Number.isNaN(second)) return story.cannot("expiresAt is no readable date");
  const moved = (second - first) / HOUR;
  story.must(moved > 20 && moved < 28, "expiresAt about a day later", `${moved.toFixed(1)} hours later`);
  // A list that was read between two changes must follow the later one.
  await isListedAsRead(story, id, second);
  await eachUnitCounts(story, id, { expiry, first, second });
  await isListedAsRead(story, id, await expiry());
  const after = await readSnapshot(story, id);
  // The description does not say whether an expiration comes with other changes.
  await story.mildly(async () => {
    for (const name of ["createdAt", "description", "snapshotType"])
      story.must(
        isDeepStrictEqual(member(after, name), member(before, name)),
        `${name} as before: ${quoted(member(before, name))}`,
        quoted(member(after, name)),
      );
  });
  return upheld;
}

const changesExpiration = (story: Story, id: string, retentionValue: number, retentionUnit = "DAYS") =>
  preparesPatiently(
    story,
    "changeSnapshotExpiration",
    { ...snapshotAt(id), body: { retentionUnit, retentionValue } },
    `an expiration in ${retentionValue} of ${retentionUnit}`,
  );

interface Expiries {
  readonly expiry: () => Promise<number>;
  /** The expiry for a retention of two days. */
  readonly first: number;
  /** The current expiry. */
  readonly second: number;
}

async function eachUnitCounts(story: Story, id: string, { expiry, first, second }: Expiries): Promise<void> {
  let last = second;
  for (const { value, unit, least, most } of SPANS) {
    await changesExpiration(story, id, value, unit);
    const now = await story.eventually(expiry, (at) => at !== last);
    const span = (now - first) / DAY + 2;
    story.must(
      span > least - SLACK && span < most + SLACK,
      `expiresAt in ${value} of ${unit}, ${least} to ${most} days`,
      `${span.toFixed(1)} days`,
    );
    last = now;
  }
}

/** The list of the cluster's snapshots must show the changed expiry too, in each version. */
async function isListedAsRead(story: Story, id: string, expires: number): Promise<void> {
  for (const version of story.addresses.servedIn("listSnapshots")) {
    const shown = await story.eventually(
      async () => {
        const step = { ...snapshotAt(id), version, query: ONE_LARGE_PAGE };
        const listed = listIn((await story.prepares("listSnapshots", step, "listing the snapshots")).json) ?? [];
        return member(
          listed.find((one) => member(one, "id") === id),
          "expiresAt",
        );
      },
      (one) => Date.parse(String(one)) === expires,
    );
    // Other rules judge a list that lacks the snapshot, or one that does not show the member.
    if (typeof shown !== "string") continue;
    story.must(
      Date.parse(shown) === expires,
      `expiresAt ${new Date(expires).toISOString()} of snapshot ${id} in the list, ${versionLabel(version)}, as it was changed`,
      quoted(shown),
    );
  }
}

/** The target must accept every unit, and an invalid expiration must change nothing. */
async function takesExpirations(story: Story): Promise<Judgement> {
  const { id } = await ownSnapshot(story);
  const changes = (body: Fields) => ({ ...snapshotAt(id), body });
  const write = async (): Promise<void> => {
    const right = changes({ retentionUnit: "DAYS", retentionValue: 2 });
    const changed = await patiently(story, "changeSnapshotExpiration", right);
    if (!wasAccepted(changed)) story.cannot(`an expiration in 2 days is not accepted (${received(changed)})`);
  };
  await write();
  for (const retentionUnit of ["WEEKS", "MONTHS", "YEARS"]) {
    const step = changes({ retentionUnit, retentionValue: 1 });
    await story.does("changeSnapshotExpiration", step, `an expiration in 1 of ${retentionUnit}`);
  }
  await changesNothing(story, {
    write,
    refused: () => story.refusesEach("changeSnapshotExpiration", asSteps(NO_EXPIRATIONS, changes)),
    read: async () => member(await readSnapshot(story, id), "expiresAt"),
  });
  return upheld;
}

const listsOfTwoClusters = (context: Context): Case =>
  asks("the lists of two clusters", 2, async (ask) => {
    const { clusterName, shardedClusterName } = context.world.fixtures;
    if (shardedClusterName === undefined || clusterName === shardedClusterName)
      return nothingToAsk(
        "only one cluster with snapshots is known: state fixtures.shardedClusterName with another, if there is one",
      );
    const [own, other] = [
      await ask(callOf(context)),
      await ask(callOf(context, { path: { clusterName: shardedClusterName } })),
    ];
    const missing = [own, other].find((exchange) => !wasAccepted(exchange));
    if (missing !== undefined) return inconclusive(`one of the lists is answered ${received(missing)}`);
    const shared = idsIn(own).find((id) => idsIn(other).includes(id));
    const judgement = expects(shared === undefined, "no snapshot in both lists", () => `snapshot ${shared} in both`);
    const able = idsIn(own).length > 0 || idsIn(other).length > 0;
    return tells(judgement, able, "neither cluster has a snapshot that the other's list could show");
  });

/** The rules on snapshots of clusters and sharded clusters. */
export const snapshots: readonly Requirement[] = [
  backupShape({
    id: "SNP-FIELDS",
    text: "Members of a cluster's snapshot have the listed types.",
    section: RESOURCE,
    on: is("listSnapshots", "takeSnapshot", "getSnapshot", "changeSnapshotExpiration"),
  }),
  backupShape({
    id: "SNP-SHARDED-FIELDS",
    text: "Members of a sharded cluster's snapshot have the listed types.",
    section: RESOURCE,
    on: is("getShardedSnapshot", "listShardedSnapshots"),
  }),
  notice({
    id: "SNP-VALUES",
    level: "UNSPECIFIED",
    text: "Values of status, frequencyType, snapshotType, type, migration status and hostnameSchemaType beyond the ones named are not given.",
    section: RESOURCE,
    on: is("getSnapshot", "getShardedSnapshot", "getServerlessSnapshot", "takeSnapshot"),
    notice: ({ answer }) => {
      if (!succeeded(answer)) return undefined;
      const names = ["status", "frequencyType", "snapshotType", "type"];
      const shown = names.map((name) => [name, member(answer.json, name)] as const);
      const seen = shown.filter(([, value]) => typeof value === "string");
      return seen.length === 0
        ? undefined
        : quotedText(seen.map(([name, value]) => `${name} ${String(value)}`).join(", "), 120);
    },
  }),
  watch({
    id: "PAGE-SHARDED-LIST",
    level: "MUST",
    basis: "stated",
    text: "The list of sharded-cluster snapshots is an object with an array results; it takes no paging query, and a totalCount is not named for it.",
    section: OPERATIONS,
    on: is("listShardedSnapshots"),
    examine: ({ answer, call }) => {
      const { json } = answer;
      if (!succeeded(answer) || isUndescribed(call) || call.query?.["envelope"] === "true") return undefined;
      // The operation's own rule judges a body that is no object.
      if (!isObject(json)) return undefined;
      return expects(Array.isArray(member(json, "results")), "an array in results", () =>
        quoted(member(json, "results")),
      );
    },
  }),
  refusals(
    { id: "SNP-RETENTION", text: "retentionInDays is a whole number of 32 bits, 1 or more." },
    {
      "retentionInDays 0": withRetention(0),
      "retentionInDays -1": withRetention(-1),
      "retentionInDays 1.5": withRetention(1.5),
      "retentionInDays 4294967297": withRetention(beyond32Bits(1)),
      "retentionInDays as a text": withRetention("plumbline"),
    },
  ),
  refusals(
    { id: "SNP-DESCRIPTION", text: "The description of a snapshot is text." },
    { "a number as description": snapshotBody({ description: 5 }) },
  ),
  rule({
    id: "SNP-TAKE",
    text: "Taking a snapshot on demand returns it.",
    mock: NO_STATE,
    on: is("takeSnapshot"),
    requests: 60,
    tell: async (story) => {
      // The characters are ones that a server may decode once too often. The description does not say which texts a
      // target may refuse.
      const odd = snapshotBody({ description: `${freshName()} 1 + 1, %41` });
      const first = await takesSnapshot(story, { body: odd });
      const body = wasAccepted(first) ? odd : snapshotBody();
      const { id, answer } = wasAccepted(first) ? madeSnapshot(story, first) : await ownSnapshot(story, {}, { body });
      const shown = recordIn(answer.json);
      // SNP-FIELDS judges members of another type.
      const sent = { description: body["description"], snapshotType: "onDemand" };
      sameTexts(story, shown, sent, Object.keys(sent), " in the answer");
      const step = { ...story.addresses.servedAs("getSnapshot"), ...snapshotAt(id) };
      const read = await appears(story, "getSnapshot", step, "2xx for reading the snapshot that was taken");
      const own = member(recordIn(read), "id");
      story.must(own === id, `the snapshot ${id}`, quoted(own));
      const there = await listed(story, "shown", "listSnapshots", id, story.addresses.servedAs("listSnapshots"));
      return expects(there, "the snapshot in the list", "a list without it");
    },
  }),
  rule({
    id: "SNP-ONE-AT-A-TIME",
    text: "While a snapshot taken on demand is queued or inProgress, the next one is refused, or waits in the queue; it is taken once the first is complete.",
    section: "States and transitions",
    mock: NO_STATE,
    on: is("takeSnapshot"),
    requests: 92,
    tell: oneAtATime,
  }),
  rule({
    id: "SNP-DELETE",
    basis: "derived:D6",
    text: "A deleted snapshot is returned no more.",
    mock: NO_STATE,
    on: is("deleteSnapshot"),
    requests: 60,
    tell: async (story) => {
      const { id } = await ownSnapshot(story);
      await readSnapshot(story, id);
      const wasListed = await isListed(story, "getSnapshot", id);
      // Another rule judges the answer to the delete.
      const deleted = await patiently(story, "deleteSnapshot", snapshotAt(id));
      if (!wasAccepted(deleted)) return story.cannot(`deleting the snapshot is not accepted (${received(deleted)})`);
      return goes(story, "getSnapshot", id, { wasListed });
    },
  }),
  rule({
    id: "SNP-EXPIRY-REQUIRED",
    text: "Changing the expiration needs retentionValue and retentionUnit, which is DAYS, WEEKS, MONTHS or YEARS.",
    stage: "refused-writes",
    on: is("changeSnapshotExpiration"),
    requests: 60,
    tell: takesExpirations,
  }),
  rule({
    id: "SNP-EXPIRY-EFFECT",
    level: "MUST",
    basis: "derived:D6",
    text: "expiresAt follows retentionInDays and each change of the expiration, and nothing else of the snapshot changes.",
    mock: NO_STATE,
    on: is("changeSnapshotExpiration"),
    requests: 64,
    tell: (story) => expiryFollows(story),
  }),
  probe({
    id: "SNP-LIST-OWN",
    level: "MUST",
    basis: "derived:D5",
    text: "The snapshots that the list of one cluster shows are in no list of another.",
    section: OPERATIONS,
    mock: "its lists are examples, whatever cluster they are asked for",
    needs: ON_CLUSTER,
    stage: "read",
    on: is("listSnapshots"),
    cases: (context) => [listsOfTwoClusters(context)],
  }),
];

const NO_EXPIRATIONS: Readonly<Record<string, Fields>> = {
  "a body without retentionUnit": { retentionValue: 5 },
  "a body without retentionValue": { retentionUnit: "DAYS" },
  "an unknown retentionUnit": { retentionUnit: "HOURS", retentionValue: 5 },
  "retentionValue 1.5": { retentionUnit: "DAYS", retentionValue: 1.5 },
  "retentionValue as a text": { retentionUnit: "DAYS", retentionValue: "plumbline" },
  "retentionValue 4294967298": { retentionUnit: "DAYS", retentionValue: beyond32Bits(2) },
};
