"""Export buckets, the compliance policy of a project, and the backup schedules of its clusters."""

from datetime import datetime, timedelta, timezone

from access import CLUSTER_ADMIN, OWNER, READER
from operations import Reply, conflict, missing, operation, page
from store import FREQUENCIES, PROVIDERS, UNIT_DAYS, empty_schedule, is_obliging, new_id, now, retention_days
from store import shown, without_none
from validation import Problem, array, boolean, email, integer, query_boolean, record, record_id, text

# -------------------------------------------------------------------------------------------------------------- buckets

BUCKET = record(
    {
        "bucketName": text(least=3, most=63),
        "cloudProvider": text(values=PROVIDERS[:2]),
        "iamRoleId": record_id(),
    },
    required=["bucketName", "cloudProvider", "iamRoleId"],
    ignored=["_id"],
)


def shown_bucket(bucket):
    return {
        "_id": bucket["id"],
        "bucketName": bucket["bucketName"],
        "cloudProvider": bucket["cloudProvider"],
        "iamRoleId": bucket["iamRoleId"],
        "region": "EAST_1" if bucket["cloudProvider"] == "PROVIDER_A" else "NORTH",
    }


def bucket_of(call):
    return call.one(call.project["buckets"], "export bucket", "exportBucketId")


@operation("GET", "/groups/{groupId}/backup/exportBuckets", READER, paged=True)
def list_buckets(call):
    return page(call, call.project["buckets"].values(), shown_bucket)


@operation("POST", "/groups/{groupId}/backup/exportBuckets", OWNER, body=BUCKET)
def create_bucket(call):
    role = call.project["roles"].get(call.body["iamRoleId"])
    if role is None or role["providerName"] != call.body["cloudProvider"]:
        raise Problem("iamRoleId", f"is no access role of {call.body['cloudProvider']} in this project")
    for one in () if is_obliging() else call.project["buckets"].values():
        if (one["cloudProvider"], one["bucketName"]) == (call.body["cloudProvider"], call.body["bucketName"]):
            raise conflict("EXPORT_BUCKET_EXISTS", f"{one['bucketName']} is an export bucket of this project already.")
    bucket = {"id": new_id(), **call.body}
    call.project["buckets"][bucket["id"]] = bucket
    return Reply(shown_bucket(bucket), 201, {"Location": f"{call.path}/{bucket['id']}"})


@operation("GET", "/groups/{groupId}/backup/exportBuckets/{exportBucketId}", READER, controls=["envelope"])
def get_bucket(call):
    return shown_bucket(bucket_of(call))


@operation("DELETE", "/groups/{groupId}/backup/exportBuckets/{exportBucketId}", OWNER, controls=["envelope"])
def delete_bucket(call):
    bucket = bucket_of(call)
    for cluster in call.project["clusters"].values():
        schedule = cluster["schedule"]
        if schedule["autoExportEnabled"] and (schedule["export"] or {}).get("exportBucketId") == bucket["id"]:
            raise conflict("EXPORT_BUCKET_IN_USE", f"{cluster['name']} exports to it; disable its auto export first.")
    del call.project["buckets"][bucket["id"]]
    return {}


# --------------------------------------------------------------------------------------------------------- policy items


def policy_item(kinds):
    return record(
        {
            "frequencyInterval": integer(least=0, most=40),
            "frequencyType": text(values=kinds),
            "id": record_id(),
            "retentionUnit": text(values=tuple(UNIT_DAYS)),
            "retentionValue": integer(least=1),
        },
        required=["frequencyInterval", "frequencyType", "retentionUnit", "retentionValue"],
    )


def ordered(items, where):
    """What is taken less often is kept at least as long."""
    ranked = sorted(items, key=lambda one: FREQUENCIES.index(one["frequencyType"]))
    for earlier, later in zip(ranked, ranked[1:]):
        if retention_days(later) < retention_days(earlier):
            kinds = (later["frequencyType"], earlier["frequencyType"])
            raise Problem(where, "%s backups must be kept as long as %s ones" % kinds)


def identified(items):
    return [{**one, "id": one.get("id") or new_id()} for one in items]


# ---------------------------------------------------------------------------------------------------- compliance policy


def window_within_hourly(kept, where):
    ordered(kept.get("scheduledPolicyItems", []), "scheduledPolicyItems")
    hourly = [retention_days(one) for one in kept.get("scheduledPolicyItems", []) if one["frequencyType"] == "hourly"]
    if hourly and kept.get("restoreWindowDays", 0) > max(hourly):
        raise Problem("restoreWindowDays", "exceeds the retention of hourly backups")


POLICY = record(
    {
        "authorizedEmail": email(),
        "authorizedUserFirstName": text(least=1),
        "authorizedUserLastName": text(least=1),
        "copyProtectionEnabled": boolean(),
        "encryptionAtRestEnabled": boolean(),
        "onDemandPolicyItem": policy_item(("ondemand",)),
        "pitEnabled": boolean(),
        "projectId": record_id(),
        "restoreWindowDays": integer(least=1),
        "scheduledPolicyItems": array(policy_item(FREQUENCIES)),
    },
    required=["authorizedEmail"],
    ignored=["state", "updatedDate", "updatedUser"],
    also=window_within_hourly,
)


def shown_policy(call):
    policy = call.project["policy"]
    return without_none(
        {
            **policy,
            "projectId": call.params["groupId"],
            "state": "ACTIVE",
            "updatedDate": shown(policy["updatedDate"]),
        }
    )


def shortfalls(project, policy):
    """Schedules that keep less than the policy demands: (schedule, policy item, the item that falls short or None)."""
    for cluster in project["clusters"].values():
        items = cluster["schedule"]["items"]
        for wanted in policy["scheduledPolicyItems"] if items else []:
            found = [one for one in items if one["frequencyType"] == wanted["frequencyType"]]
            if not any(retention_days(one) >= retention_days(wanted) for one in found):
                yield cluster["schedule"], wanted, found[0] if found else None


@operation("GET", "/groups/{groupId}/backupCompliancePolicy", OWNER)
def get_policy(call):
    if call.project["policy"] is None:
        raise missing("backup compliance policy", "in this project")
    return shown_policy(call)


@operation(
    "PUT",
    "/groups/{groupId}/backupCompliancePolicy",
    OWNER,
    query={"overwriteBackupPolicies": query_boolean},
    body=POLICY,
)
def update_policy(call):
    body = dict(call.body)
    if body.pop("projectId", call.params["groupId"]) != call.params["groupId"]:
        raise Problem("projectId", "is not the project of the path")
    off = {"copyProtectionEnabled": False, "encryptionAtRestEnabled": False, "pitEnabled": False}
    policy = {**off, "scheduledPolicyItems": [], **body}
    policy["scheduledPolicyItems"] = identified(policy["scheduledPolicyItems"])
    if "onDemandPolicyItem" in policy:
        policy["onDemandPolicyItem"] = identified([policy["onDemandPolicyItem"]])[0]
    short = list(shortfalls(call.project, policy))
    if short and call.query.get("overwriteBackupPolicies") is False:
        raise conflict("POLICIES_DO_NOT_COMPLY", "Backup policies of clusters do not comply with this policy.")
    for schedule, wanted, item in short:
        if item is None:
            schedule["items"].append({**wanted, "id": new_id()})
        else:
            item |= {name: wanted[name] for name in ("retentionUnit", "retentionValue")}
    call.project["policy"] = {**policy, "updatedDate": now(), "updatedUser": call.caller.name}
    return shown_policy(call)


# ------------------------------------------------------------------------------------------------------------ schedules

COPY_FREQUENCIES = ("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "ON_DEMAND")
COPY = record(
    {
        "cloudProvider": text(values=PROVIDERS),
        "frequencies": array(text(values=COPY_FREQUENCIES)),
        "regionName": text(least=1),
        "replicationSpecId": record_id(),
        "shouldCopyOplogs": boolean(),
    }
)
DELETED_COPY = record(
    {
        "cloudProvider": text(values=PROVIDERS),
        "regionName": text(least=1),
        "replicationSpecId": record_id(),
        "zoneId": record_id(),
    },
    required=["regionName"],
)
SCHEDULE_FIELDS = {
    "autoExportEnabled": boolean(),
    "copySettings": array(COPY),
    "export": record(
        {"exportBucketId": record_id(), "frequencyType": text(values=FREQUENCIES)},
        required=["exportBucketId", "frequencyType"],
    ),
    "extraRetentionSettings": array(
        record({"frequencyType": text(values=COPY_FREQUENCIES), "retentionDays": integer(least=1)})
    ),
    "policies": array(
        record({"id": record_id(), "policyItems": array(policy_item(FREQUENCIES))}, required=["policyItems"]), most=1
    ),
    "referenceHourOfDay": integer(least=0, most=23),
    "referenceMinuteOfHour": integer(least=0, most=59),
    "restoreWindowDays": integer(least=1),
    "updateSnapshots": boolean(),
    "useOrgAndGroupNamesInExportPrefix": boolean(),
}
READ_ONLY = ["clusterId", "clusterName", "nextSnapshot", "links"]
SCHEDULE = {
    "1.0": record(SCHEDULE_FIELDS, ignored=READ_ONLY),
    "2": record({**SCHEDULE_FIELDS, "deleteCopiedBackups": array(DELETED_COPY)}, ignored=READ_ONLY),
}
PATH = "/groups/{groupId}/clusters/{clusterName}/backup/schedule"


def next_snapshot(schedule):
    if not schedule["items"]:
        return None
    this = datetime.now(timezone.utc)
    hour, minute = schedule["referenceHourOfDay"], schedule["referenceMinuteOfHour"]
    at = this.replace(hour=hour, minute=minute, second=0, microsecond=0)
    hourly = [one["frequencyInterval"] for one in schedule["items"] if one["frequencyType"] == "hourly"]
    step = timedelta(hours=max(1, min(hourly)) if hourly else 24)
    at -= timedelta(days=1)
    while at <= this:
        at += step
    return at


def shown_schedule(cluster):
    schedule = cluster["schedule"]
    names = ("autoExportEnabled", "copySettings", "export", "extraRetentionSettings", "referenceHourOfDay")
    more = ("referenceMinuteOfHour", "restoreWindowDays", "useOrgAndGroupNamesInExportPrefix")
    policies = [{"id": cluster["policyId"], "policyItems": schedule["items"]}] if schedule["items"] else []
    return without_none(
        {
            "clusterId": cluster["id"],
            "clusterName": cluster["name"],
            **{name: schedule[name] for name in (*names, *more)},
            "policies": policies,
            "nextSnapshot": shown(next_snapshot(schedule)),
        }
    )


@operation("GET", PATH, READER)
def get_schedule(call):
    return shown_schedule(call.dedicated)


@operation("DELETE", PATH, CLUSTER_ADMIN, controls=["envelope"])
def delete_schedule(call):
    call.dedicated["schedule"] = empty_schedule()
    return shown_schedule(call.cluster)


@operation("PATCH", PATH, OWNER, body=SCHEDULE)
def update_schedule(call):
    cluster, body = call.dedicated, dict(call.body)
    schedule = {**cluster["schedule"]}
    copies = body.pop("deleteCopiedBackups", [])
    is_retroactive = body.pop("updateSnapshots", False)
    if "policies" in body:
        policies = body.pop("policies")
        if policies and policies[0].get("id", cluster["policyId"]) != cluster["policyId"]:
            raise Problem("policies[0].id", "is not the policy of this cluster")
        items = policies[0]["policyItems"] if policies else []
        ordered(items, "policies[0].policyItems")
        schedule["items"] = identified(items)
    schedule |= body
    if body.get("export") and body["export"]["exportBucketId"] not in call.project["buckets"]:
        raise Problem("export.exportBucketId", "is no export bucket of this project")
    if schedule["autoExportEnabled"] and schedule["export"] is None:
        raise Problem("autoExportEnabled", "needs an export to be set")
    if copies and (call.project["policy"] or {}).get("copyProtectionEnabled"):
        raise conflict("COPY_PROTECTION_ENABLED", "The compliance policy protects copied backups.")
    cluster["schedule"] = schedule
    gone = {one["regionName"] for one in copies}
    for snapshot in cluster["snapshots"].values():
        snapshot["copyRegions"] = [one for one in snapshot["copyRegions"] if one not in gone]
        for item in schedule["items"] if is_retroactive and not snapshot["isOnDemand"] else []:
            if item["frequencyType"] == snapshot["frequencyType"]:
                snapshot["expires"] = snapshot["created"] + timedelta(days=min(retention_days(item), 36_500))
    return shown_schedule(cluster)
