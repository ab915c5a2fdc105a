import { randomBytes } from "node:crypto";
import type { Exchange } from "@plumbline/client";
import { PROVIDER_CODES, wireValue } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import type { Path } from "../../ground/fields.ts";
import { type Fields, isObject, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { freshName, MARK } from "../../ground/mark.ts";
import { needsOffered } from "../../ground/not-offered-error.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { fixture } from "../../rule/need.ts";
import { notice, type Requirement, type StoryRequirement } from "../../rule/requirement.ts";
import { appears } from "../shared/appears.ts";
import { clustersIn } from "../shared/clusters-of.ts";
import { listed } from "../shared/listed.ts";
import { needsRemoval } from "../shared/needs-removal.ts";
import { ownCluster } from "../shared/own-cluster.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { looksOn } from "../shared/round-trip.ts";
import { NO_STATE, ON_CLUSTER, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupShape, backupStory, OPERATIONS } from "./backup-rules.ts";
import { bucketBody, bucketIdIn, createBucket, ofBucket } from "./bucket-steps.ts";
import { readSchedule } from "./schedule-steps.ts";

const RESOURCE = "Resources and their fields > Snapshot export bucket";
const returnsBucket = is("listExportBuckets", "createExportBucket", "getExportBucket");

/** A rule that a create refuses these bodies: a valid body with members replaced or omitted. */
const refusals = (
  rule: Pick<StoryRequirement, "id" | "text" | "section"> & Partial<Pick<StoryRequirement, "basis">>,
  faults: Readonly<Record<string, Fields>>,
  { before, mildly = () => ({}) }: MoreOfRefusals = {},
): Requirement =>
  backupStory({
    ...rule,
    stage: "refused-writes",
    risk: "create",
    needs: ON_PROJECT,
    on: is("createExportBucket"),
    requests: 9 + Object.keys(faults).length,
    tell: async (story) => {
      await before?.(story);
      const steps = (changes: Readonly<Record<string, Fields>>) =>
        Object.fromEntries(
          Object.entries(changes).map(([name, change]) => [name, { body: bucketBody(story, change) }] as const),
        );
      return refusesBodies(story, steps(faults), { mildly: steps(mildly(story)) });
    },
  });

interface MoreOfRefusals {
  readonly before?: (story: Story) => Promise<void>;
  /** Bodies that are not clearly wrong by the description, so accepting one breaks only a SHOULD. */
  readonly mildly?: (story: Story) => Readonly<Record<string, Fields>>;
}

/** Creates buckets with the shortest and the longest name, unless the target file states a name to use. */
async function takesNames(story: Story): Promise<void> {
  if (story.world.fixtures.exportBucketName !== undefined) return;
  await createBucket(story);
  for (const length of [3, 63]) {
    // The longer name bears the mark; the shorter has only random letters.
    const letters = randomBytes(32).toString("hex");
    const bucketName = (length < MARK.length ? letters : `${MARK}-${letters}`).slice(0, length);
    const exchange = await story.ask("createExportBucket", { body: bucketBody(story, { bucketName }) });
    story.must(wasAccepted(exchange), `2xx for a bucketName of ${length} characters`, received(exchange));
  }
}

/** A body with the third provider: the description names two for buckets, and the profile may allow the third. */
function thirdProvider({ contract: { profile } }: Story): Readonly<Record<string, Fields>> {
  const [, , third = ""] = PROVIDER_CODES;
  const further = profile.moreValues["exportBucket.cloudProvider"] ?? [];
  return further.includes(wireValue(profile, "cloudProvider", third))
    ? {}
    : { "the third cloudProvider": { cloudProvider: third } };
}

const bucketOf = (schedule: unknown): unknown => member(member(schedule, "export"), "exportBucketId");

/** The schedule at a path, read until it shows the bucket or patience ends. */
const settledSchedule = (story: Story, path: Path, id: string): Promise<unknown> =>
  story.eventually(
    () => readSchedule(story, path),
    (shown) => bucketOf(shown) === id,
  );

/** Makes a schedule export to a bucket. */
async function exportsTo(story: Story, path: Path, id: string): Promise<void> {
  const body = { autoExportEnabled: true, export: { exportBucketId: id, frequencyType: "monthly" } };
  const update = { ...story.addresses.servedAs("updateBackupSchedule"), path, body };
  await story.prepares("updateBackupSchedule", update, "exporting to the bucket automatically");
  if (bucketOf(await settledSchedule(story, path, id)) !== id)
    story.cannot("the schedule does not show that it exports to the bucket");
}

async function exportsNoMore(story: Story, path: Path): Promise<void> {
  const update = { ...story.addresses.servedAs("updateBackupSchedule"), path, body: { autoExportEnabled: false } };
  await story.prepares("updateBackupSchedule", update, "disabling the automatic export");
}

/** How many schedules of other clusters are read to find one that exports already. */
const MOST_READ = 8;

/** Another cluster of the project, not one of the run, whose schedule has an export. */
async function anotherExporter(story: Story, known: readonly Path[]): Promise<readonly Path[]> {
  const { groupId = "", clusterName: own } = story.world.fixtures;
  const found: Path[] = [];
  await looksOn(async () => {
    const clusters =
      (await clustersIn({ contract: story.contract, groupId }, (step) => story.ask("listClusters", step))) ?? [];
    const tried = new Set([own, ...known.map(({ clusterName }) => clusterName)]);
    const names = clusters.map((cluster) => member(cluster, "name")).filter((name) => typeof name === "string");
    const others = names.filter((name) => !tried.has(name) && !story.records.isThere([name], { groupId }));
    for (const clusterName of others.slice(0, MOST_READ)) {
      const step = { ...story.addresses.servedAs("getBackupSchedule"), path: { clusterName } };
      const schedule = jsonOf(await story.ask("getBackupSchedule", step));
      if (!isObject(member(schedule, "export"))) continue;
      found.push({ clusterName });
      return;
    }
  });
  return found;
}

/**
 * Makes schedules export to a bucket, and returns their clusters: the known ones that have an export already, since the
 * run could not unset a new one, or else another such cluster; and one of the run.
 */
async function exporters(story: Story, bucketId: string): Promise<readonly Path[]> {
  const { shardedClusterName } = story.world.fixtures;
  const sharded = shardedClusterName === undefined || story.subject.version !== "2" ? [] : [shardedClusterName];
  const known: readonly Path[] = [{}, ...sharded.map((clusterName) => ({ clusterName }))];
  const paths: Path[] = [];
  for (const path of known) if (isObject(member(await readSchedule(story, path), "export"))) paths.push(path);
  if (paths.length === 0) paths.push(...(await anotherExporter(story, known)));
  for (const path of paths) await exportsTo(story, path, bucketId);
  const clusterName = await ownCluster(story);
  // A new cluster may have no schedule yet, or no backups at all.
  if (clusterName !== undefined)
    await looksOn(async () => {
      await exportsTo(story, { clusterName }, bucketId);
      paths.push({ clusterName });
    });
  if (paths.length === 0 && story.contract.operation("updateBackupSchedule").routes.length === 0)
    needsOffered("updateBackupSchedule", "no schedule can export to a bucket");
  if (paths.length === 0)
    story.cannot(
      "export has no value now, and nothing could clear it afterwards; the run has no cluster of its own whose schedule could export",
    );
  return paths;
}

/**
 * Tries to delete a bucket while schedules export to it, and stops one schedule after each refusal. When none exports,
 * the delete must succeed.
 */
async function guardsBucket(story: Story): Promise<Judgement> {
  const { id } = await createBucket(story);
  // The target may allow only one bucket.
  let other: string | undefined;
  await looksOn(async () => {
    other = (await createBucket(story)).id;
  });
  // REC-ECHO tests whether a schedule with an export can get another bucket.
  if (other !== undefined) await exporters(story, other);
  const paths = await exporters(story, id);
  const [first = {}] = paths;
  const left = other === undefined ? upheld : await leavesExport(story, first, other, id);
  if (left.kind !== "holds") return left;
  for (const path of paths) {
    const wasExporting = isExporting(await readSchedule(story, path), id);
    const refused = await story.ask("deleteExportBucket", { ...ofBucket(id), due: "refused", send: "again" });
    if (!wasRefused(refused)) return broken("4xx while a schedule exports to the bucket", received(refused));
    const stays = wasExporting
      ? await staysExporting(story, path, id, "when the deletion of the bucket is refused")
      : upheld;
    if (stays.kind !== "holds") return stays;
    await exportsNoMore(story, path);
  }
  const read = await story.ask("getExportBucket", ofBucket(id));
  if (!wasAccepted(read)) return broken("the bucket, still there", received(read));
  // A target may learn of the change late, and the description does not exclude other reasons to keep a bucket.
  const removes = (): Promise<Exchange> => story.ask("deleteExportBucket", { ...ofBucket(id), send: "again" });
  const removed = await story.eventually(removes, wasAccepted);
  if (wasRefused(removed))
    return mild(broken("2xx once no schedule exports to the bucket any more", received(removed)));
  if (!wasAccepted(removed)) return story.cannot(`deleting the bucket is answered ${received(removed)}`);
  return upheld;
}

/** Deletes the bucket that the schedule no longer uses: the schedule must still export to the other one. */
async function leavesExport(story: Story, path: Path, unused: string, used: string): Promise<Judgement> {
  const deleted = await story.ask("deleteExportBucket", ofBucket(unused));
  // `guardsBucket` tests below, with the other bucket, whether an unused one can be deleted.
  if (!wasAccepted(deleted)) return upheld;
  return staysExporting(story, path, used, `when ${unused} is deleted`);
}

const isExporting = (schedule: unknown, bucketId: string): boolean =>
  member(schedule, "autoExportEnabled") === true && bucketOf(schedule) === bucketId;

async function staysExporting(story: Story, path: Path, used: string, when: string): Promise<Judgement> {
  const schedule = await story.eventually(
    () => readSchedule(story, path),
    (shown) => isExporting(shown, used),
  );
  const [enabled, bucket] = [member(schedule, "autoExportEnabled"), bucketOf(schedule)];
  return expects(
    isExporting(schedule, used),
    `a schedule that exports to ${used} ${when}`,
    () => `autoExportEnabled ${quoted(enabled)}, exportBucketId ${quoted(bucket)}`,
  );
}

async function comesAndGoes(story: Story): Promise<Judgement> {
  await needsRemoval(story, "deleteExportBucket", "no bucket by the deleted id");
  const { id, sent } = await createBucket(story);
  const read = await appears(story, "getExportBucket", ofBucket(id), "the created bucket when read by its id");
  const own = bucketIdIn(read);
  story.must(own === id, `the bucket ${id} when read by its id`, quoted(own));
  const shown = await listed(story, "shown", "listExportBuckets", id, { idName: "_id" });
  if (!shown) return broken("the created bucket in the list", "a list without it");
  // The description does not say whether two buckets may name the same place.
  const twin = await story.ask("createExportBucket", { body: sent, send: "again" });
  const twinId = wasAccepted(twin) ? bucketIdIn(story.answer(twin).json) : undefined;
  await story.prepares("deleteExportBucket", ofBucket(id), "deleting the bucket");
  if (twinId !== undefined && twinId !== id) {
    const step: Step = { ...ofBucket(story.ownId(twinId, "the created bucket")), send: "again" };
    // A read may lag behind the create.
    const kept = await story.eventually(() => story.ask("getExportBucket", step), wasAccepted);
    if (wasRefused(kept)) return broken(`the bucket ${twinId}, which is to the same place`, received(kept));
  }
  const last = await story.untilOver(() => story.ask("getExportBucket", ofBucket(id)), wasRefused);
  if (!wasRefused(last))
    return broken(`no bucket by the deleted id after ${secondsOf(ROUNDS, story.speed)} seconds`, received(last));
  const there = await listed(story, "gone", "listExportBuckets", id, { idName: "_id" });
  return expects(!there, "a list without it", "the deleted bucket in the list");
}

/** The rules on export buckets. */
export const exportBuckets: readonly Requirement[] = [
  refusals(
    {
      id: "EXB-REQUIRED",
      basis: "derived:D1",
      text: "Creating an export bucket needs bucketName, cloudProvider and iamRoleId.",
      section: OPERATIONS,
    },
    {
      "a body without bucketName": { bucketName: undefined },
      "a body without cloudProvider": { cloudProvider: undefined },
      "a body without iamRoleId": { iamRoleId: undefined },
      "a body without iamRoleId for the second provider": { cloudProvider: PROVIDER_CODES[1], iamRoleId: undefined },
      "an empty object": { bucketName: undefined, cloudProvider: undefined, iamRoleId: undefined },
    },
  ),
  refusals(
    { id: "EXB-NAME-LENGTH", text: "bucketName is 3 to 63 characters long.", section: RESOURCE },
    {
      "a bucketName of 2 characters": { bucketName: "ab" },
      "a bucketName of 64 characters": { bucketName: freshName().padEnd(64, "a") },
      "a number as bucketName": { bucketName: 5 },
    },
    { before: takesNames },
  ),
  refusals(
    { id: "EXB-ROLE-ID", text: "iamRoleId is an id.", section: RESOURCE },
    {
      "an iamRoleId of 23 characters": { iamRoleId: "32b6e34b3d91647abb20e7b" },
      "an iamRoleId in upper case": { iamRoleId: "32B6E34B3D91647ABB20E7B8" },
      "an iamRoleId with a letter outside a-f": { iamRoleId: "32b6e34b3d91647abb20e7bg" },
    },
  ),
  refusals(
    {
      id: "EXB-PROVIDER",
      text: "cloudProvider is one of the two providers whose object storage can be exported to.",
      section: RESOURCE,
    },
    { "an unknown cloudProvider": { cloudProvider: "PLUMBLINE_NO_SUCH_PROVIDER" } },
    { mildly: thirdProvider },
  ),
  backupShape({
    id: "EXB-RESPONSE",
    text: "An export bucket is returned with _id, bucketName, cloudProvider and iamRoleId.",
    section: RESOURCE,
    on: returnsBucket,
  }),
  notice({
    id: "EXB-MORE-FIELDS",
    level: "UNSPECIFIED",
    text: "An export bucket is returned with further members that are not given.",
    section: RESOURCE,
    on: is("getExportBucket"),
    notice: ({ answer, call }) => {
      if (!succeeded(answer) || call.query?.["envelope"] === "true") return undefined;
      const known = ["_id", "bucketName", "cloudProvider", "iamRoleId"];
      const more = Object.keys(typeof answer.json === "object" && answer.json !== null ? answer.json : {})
        .filter((name) => !known.includes(name))
        .sort();
      return more.length === 0 ? undefined : `further members: ${quotedText(more.join(", "), 120)}`;
    },
  }),
  backupStory({
    id: "EXB-LIFECYCLE",
    basis: "derived:D6",
    text: "An export bucket that was created is returned by get and by list, and by neither once it is deleted.",
    section: OPERATIONS,
    risk: "create",
    needs: ON_PROJECT,
    mock: NO_STATE,
    on: is("createExportBucket"),
    requests: 30,
    tell: comesAndGoes,
  }),
  backupStory({
    id: "EXB-DELETE-GUARD",
    text: "While a cluster of the project still exports to a bucket automatically, the bucket is not deleted.",
    section: OPERATIONS,
    risk: "update",
    needs: ON_CLUSTER,
    mock: NO_STATE,
    on: is("deleteExportBucket"),
    requests: 64,
    tell: guardsBucket,
  }),
  backupStory({
    id: "VER-2-EXPORT",
    text: "Version 2 takes export buckets of either provider and lists the export jobs; those are created by their own rules.",
    section: "Versioning",
    risk: "create",
    needs: [...ON_CLUSTER, fixture("roleId"), fixture("secondRoleId")],
    on: (subject) => subject.version === "2" && is("createExportBucket")(subject),
    requests: 7,
    tell: async (story) => {
      await createBucket(story);
      const second = { cloudProvider: "PROVIDER_B", iamRoleId: story.world.fixtures.secondRoleId };
      const exchange = await story.ask("createExportBucket", { body: bucketBody(story, second) });
      story.must(wasAccepted(exchange), "2xx for an export bucket of the second provider", received(exchange));
      const exportBucketId = member(jsonOf(exchange), "_id");
      // The model compares what the versions show.
      if (typeof exportBucketId === "string")
        for (const version of story.addresses.servedIn("getExportBucket"))
          await story.ask("getExportBucket", { version, path: { exportBucketId } });
      await story.does("listExportJobs", {}, "listing export jobs");
      return upheld;
    },
  }),
];
