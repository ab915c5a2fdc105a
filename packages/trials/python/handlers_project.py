"""What belongs to a project: access history, auditing, DNS, private IP mode, access roles, outage simulations."""

import json

from access import CLUSTER_ADMIN, MONITOR, ORG_OWNER, OWNER, READER
from operations import Refused, Reply, conflict, missing, operation
from store import PROVIDERS, SHARED_TIERS, hosts, new_id, now, phase, seconds_since, shown, version_of
from store import without_none
from validation import INT64_MOST, Problem, array, boolean, query_boolean, query_integer, query_ipv4, record, text

# ------------------------------------------------------------------------------------------------------- access history

LOG_QUERY = {
    "authResult": query_boolean,
    "start": query_integer(0, INT64_MOST),
    "end": query_integer(0, INT64_MOST),
    "ipAddress": query_ipv4,
    "nLogs": query_integer(0, 20_000),
}
HISTORY_ROLES = (MONITOR, OWNER, ORG_OWNER)


def access_logs(call, is_meant):
    asked = call.query
    if ("start" in asked) != ("end" in asked):
        raise Problem("end" if "start" in asked else "start", "start and end go together")
    if "start" in asked and asked["start"] > asked["end"]:
        raise Problem("start", "is after end")
    entries = []
    for entry in call.project["logs"]:
        at = entry["at"].timestamp() * 1000
        if (
            is_meant(entry)
            and asked.get("authResult", entry["authResult"]) == entry["authResult"]
            and asked.get("ipAddress", entry["ipAddress"]) == entry["ipAddress"]
            and asked.get("start", at) <= at <= asked.get("end", at)
        ):
            entries.append(entry)
    entries.sort(key=lambda one: one["at"], reverse=True)
    return {"accessLogs": [shown_entry(call, one) for one in entries[: asked.get("nLogs", 20_000)]]}


def shown_entry(call, entry):
    kept = {name: entry[name] for name in ("authResult", "authSource", "hostname", "ipAddress", "username")}
    said = "succeeded" if entry["authResult"] else "failed"
    return without_none(
        {
            **kept,
            "failureReason": entry["failureReason"],
            "groupId": call.params["groupId"],
            "timestamp": shown(entry["at"]),
            "logLine": f"ACCESS Authentication {said}, remote {entry['ipAddress']}:50412",
        }
    )


@operation(
    "GET", "/groups/{groupId}/dbAccessHistory/clusters/{clusterName}", HISTORY_ROLES, query=LOG_QUERY
)
def logs_by_cluster(call):
    name = call.dedicated["name"]
    return access_logs(call, lambda entry: entry["cluster"] == name)


@operation("GET", "/groups/{groupId}/dbAccessHistory/processes/{hostname}", HISTORY_ROLES, query=LOG_QUERY)
def logs_by_host(call):
    hostname = call.params["hostname"].lower().rstrip(".")
    for cluster in call.project["clusters"].values():
        if hostname in [one for members in hosts(cluster).values() for one in members]:
            if cluster["tier"] in SHARED_TIERS:
                raise Refused(400, "TIER_NOT_SUPPORTED", f"Clusters of tier {cluster['tier']} keep no access history.")
            return access_logs(call, lambda entry: entry["hostname"] == hostname)
    raise missing("host", call.params["hostname"])


# ----------------------------------------------------------------------------------------------------- project settings


def audited(call):
    if all(one["tier"] in SHARED_TIERS for one in call.project["clusters"].values()):
        raise Refused(400, "AUDITING_NOT_SUPPORTED", "Auditing needs a dedicated cluster in the project.")
    return call.project["auditing"]


def shown_auditing(auditing):
    return {**auditing, "configurationType": "FILTER_JSON" if auditing["auditFilter"] else "NONE"}


def audit_filter(value, where):
    value = text()(value, where)
    try:
        if value and not isinstance(json.loads(value), dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise Problem(where, "must hold a JSON document") from None
    return value


@operation("GET", "/groups/{groupId}/auditLog", OWNER)
def get_auditing(call):
    return shown_auditing(audited(call))


@operation(
    "PATCH",
    "/groups/{groupId}/auditLog",
    OWNER,
    body=record(
        {"auditAuthorizationSuccess": boolean(), "auditFilter": audit_filter, "enabled": boolean()},
        ignored=["configurationType"],
    ),
)
def update_auditing(call):
    auditing = audited(call)
    auditing |= call.body
    return shown_auditing(auditing)


@operation("GET", "/groups/{groupId}/customDNS", READER)
def get_dns(call):
    return {"enabled": call.project["dns"]}


@operation(
    "PATCH", "/groups/{groupId}/customDNS", CLUSTER_ADMIN, body=record({"enabled": boolean()}, required=["enabled"])
)
def update_dns(call):
    call.project["dns"] = call.body["enabled"]
    return {"enabled": call.project["dns"]}


@operation(
    "PATCH",
    "/groups/{groupId}/privateIpMode",
    OWNER,
    controls=["pretty"],
    body=record({"enabled": boolean(only=False)}, required=["enabled"]),
)
def disable_private_ip(call):
    old = sorted(one["name"] for one in call.project["clusters"].values() if version_of(one) < (5, 0))
    if old:
        raise conflict("ENGINE_TOO_OLD", f"These clusters run an engine older than 5.0: {', '.join(old)}.")
    call.project["privateIp"] = False
    return {"enabled": False}


# --------------------------------------------------------------------------------------------------------- access roles


def shown_role(call, role):
    used = [one for one in call.project["buckets"].values() if one["iamRoleId"] == role["id"]]
    common = {
        "providerName": role["providerName"],
        "createdDate": shown(role["created"]),
        "featureUsages": [{"featureType": "EXPORT_SNAPSHOT"}] if used else [],
    }
    if role["providerName"] == "PROVIDER_A":
        return without_none(
            {
                **common,
                "roleId": role["id"],
                "serviceAccountArn": "arn:cloud:iam::998877665544:root",
                "serviceAssumedRoleExternalId": f"{role['id'][:8]}-{role['id'][8:12]}-4{role['id'][13:16]}",
                "authorizedDate": shown(role["authorized"]),
                "iamAssumedRoleArn": role["authorized"] and f"arn:cloud:iam::112233445566:role/fleet-{role['id'][:6]}",
            }
        )
    return without_none(
        {
            **common,
            "_id": role["id"],
            "serviceAppId": "5b0d9f6e-4c55-4a07-9c0e-0c3d5f1b2a77",
            "lastUpdatedDate": shown(role["authorized"] or role["created"]),
            "servicePrincipalId": "0f1e2d3c-4b5a-4968-8776-655443322110",
            "tenantId": "1c2d3e4f-5a6b-4c7d-8e9f-a0b1c2d3e4f5",
        }
    )


@operation("GET", "/groups/{groupId}/cloudProviderAccess", OWNER)
def list_roles(call):
    roles = call.project["roles"].values()
    return {
        "providerAIamRoles": [shown_role(call, one) for one in roles if one["providerName"] == "PROVIDER_A"],
        "providerBServicePrincipals": [shown_role(call, one) for one in roles if one["providerName"] == "PROVIDER_B"],
    }


@operation(
    "POST",
    "/groups/{groupId}/cloudProviderAccess",
    OWNER,
    body=record({"providerName": text(values=PROVIDERS[:2])}, required=["providerName"]),
)
def create_role(call):
    role = {"id": new_id(), "providerName": call.body["providerName"], "created": now(), "authorized": None}
    call.project["roles"][role["id"]] = role
    return Reply(shown_role(call, role), 201)


@operation("GET", "/groups/{groupId}/cloudProviderAccess/{roleId}", OWNER)
def get_role(call):
    return shown_role(call, call.one(call.project["roles"], "access role", "roleId"))


# --------------------------------------------------------------------------------------------------- outage simulations

OUTAGE = record(
    {
        "outageFilters": array(
            record(
                {
                    "cloudProvider": text(values=PROVIDERS),
                    "regionName": text(least=1),
                    "type": text(values=("REGION",)),
                },
                required=["cloudProvider", "regionName", "type"],
            ),
            least=1,
        )
    },
    required=["outageFilters"],
)
STARTING = ((0, "START_REQUESTED"), (2, "STARTING"), (5, "SIMULATING"))
ENDING = ((0, "RECOVERY_REQUESTED"), (1, "RECOVERING"), (4, "COMPLETE"))
KEPT_SECONDS = 60


def outage_state(outage):
    if outage["ended"] is None:
        return phase(outage["startRequestDate"], *STARTING)
    return phase(outage["ended"], *ENDING)


def shown_outage(call, cluster):
    outage = cluster["outage"]
    return {
        "id": outage["id"],
        "groupId": call.params["groupId"],
        "clusterName": cluster["name"],
        "outageFilters": outage["outageFilters"],
        "startRequestDate": shown(outage["startRequestDate"]),
        "state": outage_state(outage),
    }


def outage_of(cluster):
    outage = cluster["outage"]
    if outage is None or (outage["ended"] is not None and seconds_since(outage["ended"]) > KEPT_SECONDS):
        raise Refused(404, "NO_OUTAGE_SIMULATION", f"No outage is simulated on {cluster['name']}.")
    return outage


@operation("POST", "/groups/{groupId}/clusters/{clusterName}/outageSimulation", CLUSTER_ADMIN, body=OUTAGE)
def start_outage(call):
    cluster = call.dedicated
    if cluster["outage"] is not None and outage_state(cluster["outage"]) != "COMPLETE":
        raise conflict("OUTAGE_SIMULATION_RUNNING", f"An outage is simulated on {cluster['name']} already.")
    for at, one in enumerate(call.body["outageFilters"]):
        if (one["cloudProvider"], one["regionName"]) not in cluster["regions"]:
            raise Problem(f"outageFilters[{at}]", f"the cluster has no nodes in {one['regionName']}")
    cluster["outage"] = {"id": new_id(), **call.body, "startRequestDate": now(), "ended": None}
    return Reply(shown_outage(call, cluster), 202)


@operation("GET", "/groups/{groupId}/clusters/{clusterName}/outageSimulation", READER)
def get_outage(call):
    outage_of(call.dedicated)
    return shown_outage(call, call.cluster)


@operation("DELETE", "/groups/{groupId}/clusters/{clusterName}/outageSimulation", CLUSTER_ADMIN)
def end_outage(call):
    outage = outage_of(call.dedicated)
    if outage["ended"] is not None:
        raise conflict("OUTAGE_SIMULATION_ENDED", "The simulation has been ended already.")
    outage["ended"] = now()
    return Reply(shown_outage(call, call.cluster), 202)
