import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredRestore } from "../records/restore-job.ts";
import type { ProjectCall } from "./handler.ts";

const TAKES = 20_000;
const DAY = 24 * 60 * 60 * 1000;
/** How long a download of a restore job is available, in milliseconds. */
const LASTS = 5 * DAY;

/** Members that jobs of clusters and jobs of serverless instances share. */
export function restoreMembers({ service: { behaviour, speed }, now }: ProjectCall, job: StoredRestore): Fields {
  const done = behaviour.backup.restoreDone(job, now);
  const download = job.asked["deliveryType"] === "download";
  const { oplogInc, oplogTs, pointInTimeUTCSeconds } = job.asked;
  const exact = oplogTs !== undefined || pointInTimeUTCSeconds !== undefined;
  return {
    ...job.asked,
    id: behaviour.showId(job.id),
    cancelled: job.cancelled !== undefined,
    deliveryUrl: done && download ? [`https://restore.example.net/restore-${job.id}.tar.gz`] : [],
    ...(exact && {
      desiredTimestamp: {
        date: behaviour.showInstant(job.moment),
        increment: typeof oplogInc === "number" ? oplogInc : 1,
      },
    }),
    expired: done && now >= job.created + LASTS,
    expiresAt: behaviour.showInstant(job.created + LASTS),
    failed: false,
    ...(done && { finishedAt: behaviour.showInstant(job.created + Math.round(TAKES / speed)) }),
    ...(job.snapshotId !== undefined && { snapshotId: job.snapshotId }),
    timestamp: behaviour.showInstant(job.moment),
  };
}

/** The restore job of a cluster in the form of the interface; download links appear once the job is done. */
export function showRestore(call: ProjectCall, job: StoredRestore, { endpointId }: Cluster): Fields {
  const { behaviour } = call.service;
  const shown = restoreMembers(call, job);
  const ready = Array.isArray(shown["deliveryUrl"]) && shown["deliveryUrl"].length > 0;
  const deliveryUrl = `https://restore-private.example.net/restore-${job.id}.tar.gz`;
  const privateDownloadDeliveryUrls = ready && endpointId !== undefined ? [{ deliveryUrl, endpointId }] : [];
  const downloadUrl = `https://restore.example.net/${job.replicaSetName}-${job.id}.tar.gz`;
  return behaviour.backup.showRestore({
    ...shown,
    components: ready ? [{ downloadUrl, privateDownloadDeliveryUrls, replicaSetName: job.replicaSetName }] : [],
    privateDownloadDeliveryUrls,
  });
}
