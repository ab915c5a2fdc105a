"""Snapshots of clusters, of sharded clusters and of serverless instances."""

from datetime import timedelta

from access import OWNER, READER
from operations import Refused, Reply, conflict, operation, page
from store import is_obliging, new_id, now, phase, replica_set, seconds_since, shown, without_none
from validation import Problem, integer, record, text

SNAPSHOTS = "/groups/{groupId}/clusters/{clusterName}/backup/snapshots"
SERVERLESS = "/groups/{groupId}/serverless/{clusterName}/backup/snapshots"
QUEUED_SECONDS, TAKEN_SECONDS = 2, 10
DEFAULT_DAYS = 7
MOST_DAYS = 36_500


def is_sharded(cluster):
    return cluster["type"] != "REPLICASET"


def status_of(snapshot):
    if snapshot["seconds"] == 0:
        return "completed"
    return phase(snapshot["created"], (0, "queued"), (QUEUED_SECONDS, "inProgress"), (TAKEN_SECONDS, "completed"))


def kept(owner):
    """The snapshots that have not expired, newest first."""
    for snapshot in list(owner["snapshots"].values()):
        if seconds_since(snapshot["expires"]) > 0:
            del owner["snapshots"][snapshot["id"]]
    return sorted(owner["snapshots"].values(), key=lambda one: one["created"], reverse=True)


def common(snapshot, version):
    status = status_of(snapshot)
    return {
        "id": snapshot["id"],
        "createdAt": shown(snapshot["created"]),
        "expiresAt": shown(snapshot["expires"]),
        "frequencyType": snapshot["frequencyType"],
        "engineDaemonVersion": version,
        "snapshotType": "onDemand" if snapshot["isOnDemand"] else "scheduled",
        "status": status,
        "storageSizeBytes": snapshot["size"] if status == "completed" else 0,
    }


def shown_snapshot(cluster, snapshot):
    if is_sharded(cluster):
        return shown_sharded(cluster, snapshot)
    return without_none(
        {
            **common(snapshot, cluster["engineVersion"]),
            "cloudProvider": cluster["provider"],
            "copyRegions": snapshot["copyRegions"],
            "description": snapshot["description"],
            "policyItems": snapshot["policyItems"],
            "replicaSetName": replica_set(cluster),
            "type": "replicaSet",
        }
    )


def shown_sharded(cluster, snapshot):
    members = [
        {
            "cloudProvider": cluster["provider"],
            "id": f"{at}{snapshot['id'][1:]}",
            "replicaSetName": replica_set(cluster, at),
        }
        for at in range(cluster["shards"])
    ]
    return without_none(
        {
            **common(snapshot, cluster["engineVersion"]),
            "configServerType": "DEDICATED",
            "description": snapshot["description"],
            "members": members,
            "policyItems": snapshot["policyItems"],
            "snapshotIds": [one["id"] for one in members],
            "type": "shardedCluster",
        }
    )


def snapshot_of(call, owner):
    kept(owner)
    return call.one(owner["snapshots"], "snapshot", "snapshotId")


def delete(call, cluster):
    snapshot = snapshot_of(call, cluster)
    if snapshot["copyRegions"] and (call.project["policy"] or {}).get("copyProtectionEnabled"):
        raise conflict("COPY_PROTECTION_ENABLED", "The compliance policy protects backups in other regions.")
    if status_of(snapshot) != "completed" and not is_obliging():
        raise conflict("SNAPSHOT_UNFINISHED", "The snapshot is still being taken; delete it afterwards.")
    del cluster["snapshots"][snapshot["id"]]
    return {}


@operation("GET", SNAPSHOTS, READER, paged=True)
def list_snapshots(call):
    cluster = call.dedicated
    return page(call, kept(cluster), lambda one: shown_snapshot(cluster, one))


@operation(
    "POST", SNAPSHOTS, OWNER, body=record({"description": text(most=1000), "retentionInDays": integer(least=1)})
)
def take_snapshot(call):
    cluster = call.dedicated
    for snapshot in kept(cluster):
        if snapshot["isOnDemand"] and status_of(snapshot) != "completed":
            raise conflict("UNFINISHED_ON_DEMAND_SNAPSHOT", "Wait until the on-demand snapshot is complete.")
    created, days = now(), call.body.get("retentionInDays", DEFAULT_DAYS)
    if days > MOST_DAYS:
        raise Problem("retentionInDays", f"must be at most {MOST_DAYS}")
    snapshot = {
        "id": new_id(),
        "created": created,
        "expires": created + timedelta(days=days),
        "description": call.body.get("description"),
        "frequencyType": "ondemand",
        "isOnDemand": True,
        "policyItems": [],
        "copyRegions": [],
        "size": 4_100_000,
        "seconds": TAKEN_SECONDS,
    }
    cluster["snapshots"][snapshot["id"]] = snapshot
    return Reply(shown_snapshot(cluster, snapshot), 202)


@operation("GET", f"{SNAPSHOTS}/{{snapshotId}}", READER)
def get_snapshot(call):
    cluster = call.dedicated
    return shown_snapshot(cluster, snapshot_of(call, cluster))


@operation("DELETE", f"{SNAPSHOTS}/{{snapshotId}}", OWNER)
def delete_snapshot(call):
    return delete(call, call.dedicated)


UNITS = {"DAYS": 1, "WEEKS": 7, "MONTHS": 30, "YEARS": 365}


@operation(
    "PATCH",
    f"{SNAPSHOTS}/{{snapshotId}}",
    OWNER,
    body=record(
        {"retentionUnit": text(values=tuple(UNITS)), "retentionValue": integer(least=1)},
        required=["retentionUnit", "retentionValue"],
    ),
)
def change_expiration(call):
    cluster = call.dedicated
    snapshot = snapshot_of(call, cluster)
    days = call.body["retentionValue"] * UNITS[call.body["retentionUnit"]]
    if days > MOST_DAYS:
        raise Problem("retentionValue", f"keeps the snapshot for more than {MOST_DAYS} days")
    expires = snapshot["created"] + timedelta(days=days)
    if seconds_since(expires) > 0:
        raise Problem("retentionValue", "would let the snapshot expire at once")
    snapshot["expires"] = expires
    return shown_snapshot(cluster, snapshot)


# ----------------------------------------------------------------------------------------------------- sharded clusters


def sharded_cluster(call):
    cluster = call.dedicated
    if not is_sharded(cluster):
        raise Refused(400, "NOT_SHARDED", f"{cluster['name']} is no sharded cluster.")
    return cluster


@operation("GET", f"{SNAPSHOTS}/shardedClusters", READER, versions=["2"])
def list_sharded(call):
    cluster = sharded_cluster(call)
    return {"results": [shown_sharded(cluster, one) for one in kept(cluster)]}


@operation("GET", f"{SNAPSHOTS}/shardedCluster/{{snapshotId}}", READER, versions=["2"])
def get_sharded(call):
    cluster = sharded_cluster(call)
    return shown_sharded(cluster, snapshot_of(call, cluster))


@operation("DELETE", f"{SNAPSHOTS}/shardedCluster/{{snapshotId}}", OWNER, versions=["2"])
def delete_sharded(call):
    return delete(call, sharded_cluster(call))


# ----------------------------------------------------------------------------------------------------------- serverless


def shown_serverless(instance, snapshot):
    return {**common(snapshot, "7.0.14"), "serverlessInstanceName": instance["name"]}


@operation("GET", SERVERLESS, READER, paged=True)
def list_serverless(call):
    instance = call.serverless
    return page(call, kept(instance), lambda one: shown_serverless(instance, one))


@operation("GET", f"{SERVERLESS}/{{snapshotId}}", READER)
def get_serverless(call):
    instance = call.serverless
    return shown_serverless(instance, snapshot_of(call, instance))
