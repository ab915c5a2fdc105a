import { exportBucketInput, wireValue } from "@plumbline/schemas";
import type { Outcome } from "../http/render.ts";
import type { StoredBucket } from "../records/export-bucket.ts";
import { notFound, Refusal } from "../refusal.ts";
import { knownMembers } from "../rules/known-members.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import type { Service } from "../service.ts";
import { EMPTY, inProject, type ProjectCall, shows } from "./handler.ts";
import { showPage } from "./page.ts";

/** The most buckets, so that a caller that creates endlessly cannot fill the memory. */
const MOST_BUCKETS = 2_000;

/** Operations 30 to 33. */
export const exportBucketHandlers = {
  listExportBuckets: inProject((call) =>
    showPage(call, call.service.state.exportBuckets.list(call.project.id), (bucket) => show(call.service, bucket)),
  ),
  createExportBucket: inProject((call) => {
    const { state, validator } = call.service;
    if (state.exportBuckets.count(call.project.id) >= MOST_BUCKETS)
      return new Refusal(400, "MAX_EXPORT_BUCKETS_EXCEEDED", "The project has too many export buckets.");
    const asked = knownMembers(exportBucketInput, call.body, validator);
    const id = state.newId();
    const bucket: StoredBucket = {
      id,
      groupId: call.project.id,
      created: call.now,
      bucketName: textMember(asked, "bucketName") ?? `bucket-${id}`,
      cloudProvider: textMember(asked, "cloudProvider") ?? furtherProvider(call) ?? "PROVIDER_A",
      iamRoleId: textMember(asked, "iamRoleId") ?? id,
    };
    return shows(show(call.service, state.exportBuckets.put(bucket)));
  }),
  deleteExportBucket: withBucket(({ service: { behaviour, state }, project }, bucket) => {
    const schedules = state.schedules.list(project.id);
    if (schedules.some((schedule) => behaviour.backup.exportsTo(schedule, bucket))) {
      for (const schedule of schedules) state.schedules.put(behaviour.backup.afterKeptBucket(schedule));
      return new Refusal(
        409,
        "EXPORT_BUCKET_IN_USE",
        "A cluster exports to the bucket: disable its auto export first.",
      );
    }
    if (behaviour.backup.removesBucket(bucket)) state.exportBuckets.remove(bucket);
    for (const schedule of schedules) state.schedules.put(behaviour.backup.afterBucket(schedule));
    return EMPTY;
  }),
  getExportBucket: withBucket((call, bucket) => shows(show(call.service, bucket))),
};

/** The provider in the body, if the profile adds it to the two of the contract. */
function furtherProvider({ service: { contract }, body }: ProjectCall): string | undefined {
  const { profile } = contract;
  const named = textMember(fieldsOf(body), "cloudProvider");
  const further = profile.moreValues["exportBucket.cloudProvider"] ?? [];
  return named !== undefined && further.includes(wireValue(profile, "cloudProvider", named)) ? named : undefined;
}

function withBucket(handle: (call: ProjectCall, bucket: StoredBucket) => Outcome) {
  return inProject((call) => {
    const bucket = call.service.state.exportBuckets.get(call.project.id, call.values.text("exportBucketId") ?? "");
    return bucket === undefined
      ? notFound("EXPORT_BUCKET_NOT_FOUND", "The project has no such export bucket.")
      : handle(call, bucket);
  });
}

function show({ behaviour }: Service, { id, bucketName, cloudProvider, iamRoleId }: StoredBucket): unknown {
  return behaviour.backup.showBucket({ _id: behaviour.showId(id), bucketName, cloudProvider, iamRoleId });
}
