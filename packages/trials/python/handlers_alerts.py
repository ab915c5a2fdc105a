"""Alert configurations and alerts."""

from access import ORG_OWNER, OWNER, READER
from habits import HABITS, either
from operations import Reply, operation, page
from store import new_id, now, seconds_since, shown, without_none
from validation import Problem, array, boolean, integer, moment, query_enum, record, record_id, text

OWNERS = (ORG_OWNER, OWNER)
FIELD_NAMES = ("CLUSTER_NAME", "HOSTNAME", "HOSTNAME_AND_PORT", "PORT", "REPLICA_SET_NAME", "SHARD_NAME", "TYPE_NAME")
OPERATORS = ("EQUALS", "NOT_EQUALS", "CONTAINS", "NOT_CONTAINS", "STARTS_WITH", "ENDS_WITH", "REGEX")
KINDS = (
    *("MONITORING_PLATFORM", "EMAIL", "GROUP", "LEGACY_TEAM_CHAT", "TEAM_COLLABORATION_CHAT", "ORG", "TEAM_CHAT"),
    *("INCIDENT_MANAGEMENT_1", "INCIDENT_MANAGEMENT_2", "INCIDENT_MANAGEMENT_3", "SMS", "TEAM", "USER", "WEBHOOK"),
)
EVENTS = (
    *("CREDIT_CARD_ABOUT_TO_EXPIRE", "DAILY_BILL_OVER_THRESHOLD", "PENDING_INVOICE_OVER_THRESHOLD"),
    *("CPS_SNAPSHOT_STARTED", "CPS_SNAPSHOT_SUCCESSFUL", "CPS_SNAPSHOT_FAILED", "CPS_SNAPSHOT_FALLBACK_FAILED"),
    *("CPS_RESTORE_SUCCESSFUL", "CPS_RESTORE_FAILED", "CPS_EXPORT_SUCCESSFUL", "CPS_EXPORT_FAILED"),
    *("FTS_INDEX_BUILD_COMPLETE", "FTS_INDEX_BUILD_FAILED", "FTS_INDEX_DELETION_FAILED", "FTS_INDEX_STALE"),
    *("USERS_WITHOUT_MULTI_FACTOR_AUTH", "ENCRYPTION_AT_REST_CONFIG_NO_LONGER_VALID", "JOINED_GROUP"),
    *("REMOVED_FROM_GROUP", "USER_ROLES_CHANGED_AUDIT", "CLUSTER_INSTANCE_STOP_START", "TAGS_MODIFIED"),
    *("MAINTENANCE_IN_ADVANCED", "MAINTENANCE_STARTED", "MAINTENANCE_COMPLETED", "MAINTENANCE_NO_LONGER_NEEDED"),
    *("ONLINE_ARCHIVE_INSUFFICIENT_INDEXES_CHECK", "STREAM_PROCESSOR_STATE_IS_FAILED", "CLUSTER_TAGS_MODIFIED"),
    *("COMPUTE_AUTO_SCALE_INITIATED_BASE", "DISK_AUTO_SCALE_INITIATED", "DISK_AUTO_SCALE_OPLOG_FAIL"),
    *("DEPLOYMENT_FAILURE", "TRIGGER_FAILURE", "HOST_DOWN", "NO_PRIMARY", "OUTSIDE_METRIC_THRESHOLD"),
)

NOTIFICATION = record(
    {
        "typeName": text(values=KINDS),
        "monitoringApiKey": text(least=1),
        "monitoringRegion": text(least=1),
        "delayMin": integer(least=0),
        "intervalMin": integer(least=5),
        "integrationId": record_id(),
        "notifierId": record_id(),
    },
    required=["typeName"],
    # What the other kinds carry is their own affair.
    is_open=True,
)
MATCHER = record(
    {"fieldName": text(values=FIELD_NAMES), "operator": text(values=OPERATORS), "value": text()},
    required=["fieldName", "operator", "value"],
)
CONFIGURATION = record(
    {
        "enabled": boolean(),
        "eventTypeName": text(values=EVENTS),
        "matchers": array(MATCHER),
        "notifications": array(NOTIFICATION, least=1, most=50),
    },
    required=["eventTypeName", "notifications"],
    ignored=["created", "groupId", "id", "updated", "links"],
)


def masked(key):
    return "*" * max(0, len(key) - 4) + key[-4:]


def shown_target(target):
    key = target.get("monitoringApiKey")
    return target if key is None else {**target, "monitoringApiKey": masked(key)}


def shown_config(call, config):
    return {
        "id": config["id"],
        "groupId": call.params["groupId"],
        "eventTypeName": config["eventTypeName"],
        "enabled": config["enabled"],
        "matchers": config["matchers"],
        "notifications": [shown_target(one) for one in config["notifications"]],
        "created": shown(config["created"]),
        "updated": shown(config["updated"]),
        "links": [{"rel": "self", "href": f"{call.url.split('/groups/')[0]}{path_of(call, config)}"}],
    }


def path_of(call, config):
    return f"/groups/{call.params['groupId']}/alertConfigs/{config['id']}"


def kept_targets(body, former=()):
    """Targets as they are kept: each has a notifier, and a key that comes masked is the known one."""
    known = {masked(one["monitoringApiKey"]): one["monitoringApiKey"] for one in former if "monitoringApiKey" in one}
    kept = []
    for target in body["notifications"]:
        key = target.get("monitoringApiKey")
        secret = {} if key is None else {"monitoringApiKey": known.get(key, key)}
        kept.append({"notifierId": new_id(), **target, **secret})
    return kept


@operation("GET", "/alertConfigs/matchers/fieldNames", "any")
def list_field_names(call):
    return list(FIELD_NAMES)


@operation("GET", "/groups/{groupId}/alertConfigs", READER, paged=True)
def list_configs(call):
    return page(call, call.project["alertConfigs"].values(), lambda one: shown_config(call, one))


@operation("POST", "/groups/{groupId}/alertConfigs", OWNERS, body=CONFIGURATION)
def create_config(call):
    moment_ = now()
    config = {
        "id": new_id(),
        "eventTypeName": call.body["eventTypeName"],
        "enabled": call.body.get("enabled", False),
        "matchers": call.body.get("matchers", []),
        "notifications": kept_targets(call.body),
        "created": moment_,
        "updated": moment_,
    }
    call.project["alertConfigs"][config["id"]] = config
    return Reply(shown_config(call, config), 201, {"Location": f"{call.path}/{config['id']}"})


def config_of(call):
    return call.one(call.project["alertConfigs"], "alert configuration", "alertConfigId")


@operation("GET", "/groups/{groupId}/alertConfigs/{alertConfigId}", READER)
def get_config(call):
    return shown_config(call, config_of(call))


@operation("DELETE", "/groups/{groupId}/alertConfigs/{alertConfigId}", OWNERS)
def delete_config(call):
    del call.project["alertConfigs"][config_of(call)["id"]]
    return Reply(None, 204)


@operation(
    "PATCH",
    "/groups/{groupId}/alertConfigs/{alertConfigId}",
    OWNERS,
    body=record({"enabled": boolean()}, required=["enabled"]),
)
def toggle_config(call):
    config = config_of(call)
    config |= {"enabled": call.body["enabled"], "updated": now()}
    return shown_config(call, config)


@operation("PUT", "/groups/{groupId}/alertConfigs/{alertConfigId}", OWNERS, body=CONFIGURATION)
def update_config(call):
    config = config_of(call)
    config |= {
        "eventTypeName": call.body["eventTypeName"],
        # What an update leaves out has its default again, or else stays as it was.
        "enabled": call.body.get("enabled", either(False, config["enabled"])),
        "matchers": call.body.get("matchers", either([], config["matchers"])),
        "notifications": kept_targets(call.body, config["notifications"]),
        "updated": now(),
    }
    return shown_config(call, config)


# --------------------------------------------------------------------------------------------------------------- alerts


def alert_of(call):
    return call.one(call.project["alerts"], "alert", "alertId")


def shown_alert(call, alert):
    said = alert["acknowledged"]
    return without_none(
        {
            "id": alert["id"],
            "groupId": call.params["groupId"],
            "orgId": alert["orgId"],
            "alertConfigId": alert["alertConfigId"],
            "eventTypeName": alert["eventTypeName"],
            "status": alert["status"],
            "created": shown(alert["created"]),
            "updated": shown(alert["updated"]),
            "lastNotified": shown(alert["created"]) if alert["status"] != "TRACKING" else None,
            "resolved": shown(alert["resolved"]),
            "acknowledgementComment": said.get("comment"),
            "acknowledgingUsername": said.get("by"),
        }
    ) | ({"acknowledgedUntil": shown(said["until"])} if "until" in said else {})


def is_acknowledged(alert):
    until = alert["acknowledged"].get("until")
    return until is not None and seconds_since(until) < 0


@operation("GET", "/groups/{groupId}/alerts/{alertId}/alertConfigs", READER, paged=True)
def list_configs_of_alert(call):
    config = call.project["alertConfigs"].get(alert_of(call)["alertConfigId"])
    return page(call, [] if config is None else [config], lambda one: shown_config(call, one))


@operation("GET", "/groups/{groupId}/alertConfigs/{alertConfigId}/alerts", READER, paged=True)
def list_open_alerts(call):
    config = config_of(call)["id"]
    alerts = [
        one
        for one in call.project["alerts"].values()
        if one["alertConfigId"] == config and one["status"] == "OPEN" and not is_acknowledged(one)
    ]
    return page(call, alerts, lambda one: shown_alert(call, one))


@operation(
    "GET",
    "/groups/{groupId}/alerts",
    READER,
    query={"status": query_enum("OPEN", "TRACKING", "CLOSED")},
    paged=True,
)
def list_alerts(call):
    status = call.query.get("status")
    alerts = [one for one in call.project["alerts"].values() if status in (None, one["status"])]
    return page(call, sorted(alerts, key=lambda one: one["created"], reverse=True), lambda one: shown_alert(call, one))


@operation("GET", "/groups/{groupId}/alerts/{alertId}", READER)
def get_alert(call):
    return shown_alert(call, alert_of(call))


@operation(
    "PATCH",
    "/groups/{groupId}/alerts/{alertId}",
    OWNERS,
    body=record({"acknowledgedUntil": moment(), "acknowledgementComment": text(most=200)}),
)
def acknowledge(call):
    alert, until = alert_of(call), call.body.get("acknowledgedUntil")
    comment = call.body.get("acknowledgementComment")
    if until is None and comment is None:
        said = {}
    elif until is None:
        if not is_acknowledged(alert) and not HABITS.contrary:
            raise Problem("acknowledgementComment", "needs acknowledgedUntil, as the alert is not acknowledged")
        said = {**alert["acknowledged"], "comment": comment}
    else:
        said = {"until": until, "comment": comment, "by": call.caller.name}
    alert |= {"acknowledged": said, "updated": now()}
    return shown_alert(call, alert)
