"""Restore jobs of clusters and serverless instances, and export jobs."""

from datetime import timedelta

from access import CLUSTER_ADMIN, OWNER
from handlers_snapshots import is_sharded, kept, status_of
from operations import Reply, Refused, conflict, missing, operation, page
from store import is_obliging, lasting, new_id, now, phase, replica_set, seconds_since, shown, without_none
from validation import INT32_MOST, Problem, array, cluster_name, integer, record, record_id, text

JOBS = "/groups/{groupId}/clusters/{clusterName}/backup/restoreJobs"
SERVERLESS_JOBS = "/groups/{groupId}/serverless/{clusterName}/backup/restoreJobs"
EXPORTS = "/groups/{groupId}/clusters/{clusterName}/backup/exports"
FIRST_SECOND = 1_199_145_600
RESTORED_SECONDS, ASSEMBLED_SECONDS, LINK_DAYS = 20, 4, 3


def fits_delivery(kept_body, where):
    kind = kept_body["deliveryType"]
    if kind in ("automated", "download") and "snapshotId" not in kept_body:
        raise Problem("snapshotId", f"is required for {kind} delivery")
    if kind in ("automated", "pointInTime"):
        for name in ("targetClusterName", "targetGroupId"):
            if name not in kept_body:
                raise Problem(name, f"is required for {kind} delivery")
    if ("oplogInc" in kept_body) != ("oplogTs" in kept_body):
        raise Problem("oplogInc" if "oplogTs" in kept_body else "oplogTs", "oplogTs and oplogInc go together")
    if kind == "pointInTime" and ("oplogTs" in kept_body) == ("pointInTimeUTCSeconds" in kept_body):
        raise Problem("pointInTimeUTCSeconds", "either this or oplogTs with oplogInc says to which moment to restore")


FIELDS = {
    "deliveryType": text(values=("automated", "download", "pointInTime")),
    "oplogInc": integer(least=1),
    "oplogTs": integer(least=FIRST_SECOND),
    "pointInTimeUTCSeconds": integer(least=FIRST_SECOND, most=INT32_MOST),
    "snapshotId": record_id(),
    "targetClusterName": cluster_name(),
    "targetGroupId": record_id(),
}
READ_ONLY = ["id", "cancelled", "expired", "failed", "expiresAt", "finishedAt", "timestamp", "deliveryUrl"]
JOB = record(FIELDS, required=["deliveryType"], ignored=READ_ONLY, also=fits_delivery)
SERVERLESS_JOB = record(
    FIELDS,
    required=["deliveryType", "targetClusterName", "targetGroupId"],
    ignored=READ_ONLY,
    also=fits_delivery,
)


def create(call, owner, is_serverless):
    body = call.body
    if "snapshotId" in body:
        kept(owner)
        snapshot = owner["snapshots"].get(body["snapshotId"])
        if snapshot is None:
            raise missing("snapshot", body["snapshotId"])
        if status_of(snapshot) != "completed":
            raise conflict("SNAPSHOT_UNFINISHED", "The snapshot is still being taken.")
    if body["deliveryType"] != "download" or is_serverless:
        check_target(call, body)
    job = {"id": new_id(), **body, "created": now(), "cancelled": None}
    owner["restoreJobs"][job["id"]] = job
    return job


def check_target(call, body):
    project = call.store.projects.get(body["targetGroupId"])
    if project is None or OWNER not in call.caller.on_project(project):
        raise Refused(403, "NOT_IN_GROUP", f"You own no project {body['targetGroupId']} to restore to.")
    if body["targetClusterName"] not in {**project["clusters"], **project["serverless"]}:
        raise missing("cluster", body["targetClusterName"])


def shown_job(job, owner):
    is_download = job["deliveryType"] == "download"
    is_done = phase(job["created"], (0, False), (ASSEMBLED_SECONDS if is_download else RESTORED_SECONDS, True))
    is_cancelled = job["cancelled"] is not None
    expires = job["created"] + timedelta(days=LINK_DAYS)
    is_expired = is_download and seconds_since(expires) > 0
    is_served = is_download and is_done and not is_cancelled and not is_expired
    snapshot = owner["snapshots"].get(job.get("snapshotId"))
    end = job["created"] + lasting(ASSEMBLED_SECONDS if is_download else RESTORED_SECONDS)
    told = {name: job.get(name) for name in FIELDS}
    return without_none(
        {
            "id": job["id"],
            **told,
            "cancelled": is_cancelled,
            "expired": is_expired,
            "failed": False,
            "expiresAt": shown(expires) if is_download else None,
            "finishedAt": shown(end) if is_done and not is_cancelled else None,
            "timestamp": shown(snapshot["created"]) if snapshot else None,
            "deliveryUrl": [f"https://restores.fleet.example.net/{job['id']}.tar.gz"] if is_served else [],
        }
    )


def shown_cluster_job(job, cluster):
    names = [replica_set(cluster, at) for at in range(cluster["shards"])]
    parts = [{"replicaSetName": one} for one in names] if is_sharded(cluster) else []
    return {**shown_job(job, cluster), "components": parts, "privateDownloadDeliveryUrls": []}


def newest_first(jobs):
    return sorted(jobs, key=lambda one: one["created"], reverse=True)


def job_of(call, owner):
    return call.one(owner["restoreJobs"], "restore job", "restoreJobId")


@operation("GET", JOBS, OWNER, paged=True)
def list_jobs(call):
    cluster = call.dedicated
    return page(call, newest_first(cluster["restoreJobs"].values()), lambda one: shown_cluster_job(one, cluster))


@operation("POST", JOBS, OWNER, body=JOB)
def create_job(call):
    cluster = call.dedicated
    return Reply(shown_cluster_job(create(call, cluster, is_serverless=False), cluster), 202)


@operation("GET", f"{JOBS}/{{restoreJobId}}", OWNER)
def get_job(call):
    cluster = call.dedicated
    return shown_cluster_job(job_of(call, cluster), cluster)


@operation("DELETE", f"{JOBS}/{{restoreJobId}}", OWNER)
def cancel_job(call):
    cluster = call.dedicated
    job = job_of(call, cluster)
    if job["cancelled"] is None:
        if "finishedAt" in shown_job(job, cluster) and job["deliveryType"] != "download" and not is_obliging():
            raise conflict("RESTORE_JOB_FINISHED", "The data is restored already.")
        job["cancelled"] = now()
    return {}


@operation("GET", SERVERLESS_JOBS, OWNER, versions=["2"], paged=True)
def list_serverless_jobs(call):
    instance = call.serverless
    return page(call, newest_first(instance["restoreJobs"].values()), lambda one: shown_job(one, instance))


@operation("POST", SERVERLESS_JOBS, OWNER, versions=["2"], body=SERVERLESS_JOB)
def create_serverless_job(call):
    instance = call.serverless
    return Reply(shown_job(create(call, instance, is_serverless=True), instance), 202)


@operation("GET", f"{SERVERLESS_JOBS}/{{restoreJobId}}", OWNER, versions=["2"])
def get_serverless_job(call):
    instance = call.serverless
    return shown_job(job_of(call, instance), instance)


# ---------------------------------------------------------------------------------------------------------- export jobs

EXPORT = record(
    {
        "customData": array(record({"key": text(least=1), "value": text()}, required=["key", "value"])),
        "exportBucketId": record_id(),
        "snapshotId": record_id(),
    },
    required=["exportBucketId", "snapshotId"],
)
COLLECTIONS, EXPORTED_SECONDS = 12, 12


def shown_export(call, cluster, job):
    state = phase(job["created"], (0, "Queued"), (3, "InProgress"), (EXPORTED_SECONDS, "Successful"))
    done = {"Queued": 0, "InProgress": 5, "Successful": COLLECTIONS}[state]
    names = [replica_set(cluster, at) for at in range(cluster["shards"])]
    return without_none(
        {
            "id": job["id"],
            "components": [{"exportId": job["id"], "replicaSetName": one} for one in names],
            "createdAt": shown(job["created"]),
            "finishedAt": shown(job["created"] + lasting(EXPORTED_SECONDS)) if state == "Successful" else None,
            "customData": job["customData"],
            "exportBucketId": job["exportBucketId"],
            "exportStatus": {"exportedCollections": done, "totalCollections": COLLECTIONS},
            "prefix": f"exports/{call.project['name']}/{cluster['name']}/{job['created']:%Y-%m-%dT%H%M}",
            "snapshotId": job["snapshotId"],
            "state": state,
        }
    )


@operation("GET", EXPORTS, CLUSTER_ADMIN, versions=["2"], paged=True)
def list_exports(call):
    cluster = call.dedicated
    return page(call, newest_first(cluster["exportJobs"].values()), lambda one: shown_export(call, cluster, one))


@operation("POST", EXPORTS, CLUSTER_ADMIN, versions=["2"], controls=["envelope"], body=EXPORT)
def create_export(call):
    cluster, body = call.dedicated, call.body
    kept(cluster)
    snapshot = cluster["snapshots"].get(body["snapshotId"])
    if snapshot is None:
        raise missing("snapshot", body["snapshotId"])
    if body["exportBucketId"] not in call.project["buckets"]:
        raise missing("export bucket", body["exportBucketId"])
    if status_of(snapshot) != "completed":
        raise conflict("SNAPSHOT_UNFINISHED", "The snapshot is still being taken.")
    job = {"id": new_id(), "customData": [], **body, "created": now()}
    cluster["exportJobs"][job["id"]] = job
    return Reply(shown_export(call, cluster, job), 201)


@operation("GET", f"{EXPORTS}/{{exportId}}", CLUSTER_ADMIN, versions=["2"], controls=["envelope"])
def get_export(call):
    cluster = call.dedicated
    return shown_export(call, cluster, call.one(cluster["exportJobs"], "export job", "exportId"))
