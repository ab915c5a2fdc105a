"""Live migrations that are pushed into a cluster, their validation, and the link to an organization."""

import secrets

from access import ORG_MEMBER, ORG_OWNER
from operations import Refused, Reply, conflict, missing, operation
from store import SHARED_TIERS, is_obliging, new_id, now, phase, without_none
from validation import Problem, anything, array, boolean, cluster_name, ip_or_range, mapping, record, record_id, text

ENTRY = record(
    {
        "collection": text(least=1),
        "database": text(least=1),
        "shardCollection": record({"key": array(mapping(anything()))}),
    }
)
MIGRATION = record(
    {
        "destination": record(
            {
                "clusterName": cluster_name(),
                "groupId": record_id(),
                "hostnameSchemaType": text(values=("PUBLIC", "PRIVATE_LINK", "VPC_PEERING")),
                "privateLinkId": text(),
            },
            required=["clusterName", "groupId"],
        ),
        "dropEnabled": boolean(),
        "migrationHosts": array(text(least=1), least=1, most=1),
        "sharding": record({"createSupportingIndexes": boolean(), "shardingEntries": array(ENTRY)}),
        "source": record(
            {
                "caCertificatePath": text(),
                "clusterName": text(least=1),
                "groupId": record_id(),
                "managedAuthentication": boolean(),
                "password": text(),
                "ssl": boolean(),
                "username": text(),
            },
        ),
    },
    required=["destination", "dropEnabled", "migrationHosts", "source"],
)
PHASES = ((0, "NEW"), (3, "WORKING"))
READY_SECONDS, LAG_SECONDS = 8, 9


def destination(call):
    wanted, source = call.body["destination"], call.body["source"]
    # A push migration has an agent that reports to the project of its source.
    for name in () if is_obliging() else ("clusterName", "groupId"):
        if name not in source:
            raise Problem(f"source.{name}", "is required")
    if wanted["groupId"] != call.params["groupId"]:
        raise Refused(400, "VALIDATION_ERROR", "destination.groupId: is not the project of the path")
    cluster = call.project["clusters"].get(wanted["clusterName"])
    if cluster is None:
        raise missing("cluster", wanted["clusterName"])
    if cluster["tier"] in SHARED_TIERS:
        raise Refused(400, "TIER_NOT_SUPPORTED", f"Nothing is migrated into a cluster of tier {cluster['tier']}.")
    return cluster


def is_ready(migration):
    return phase(migration["created"], (0, False), (READY_SECONDS, True))


def shown_migration(migration):
    is_done = migration["cutOver"] is not None
    return {
        "_id": migration["id"],
        "migrationHosts": migration["migrationHosts"],
        "readyForCutover": is_ready(migration) and not is_done,
        "lagTimeSeconds": 0 if is_done or is_ready(migration) else LAG_SECONDS,
        "status": "COMPLETE" if is_done else phase(migration["created"], *PHASES),
    }


@operation("POST", "/groups/{groupId}/liveMigrations", ORG_OWNER, body=MIGRATION)
def create_migration(call):
    destination(call)
    migration = {"id": new_id(), "migrationHosts": call.body["migrationHosts"], "created": now(), "cutOver": None}
    call.project["migrations"][migration["id"]] = migration
    return Reply(shown_migration(migration), 201, {"Location": f"{call.path}/{migration['id']}"})


@operation("POST", "/groups/{groupId}/liveMigrations/validate", ORG_OWNER, body=MIGRATION)
def validate_migration(call):
    destination(call)
    link = call.store.orgs[call.project["orgId"]]["link"]
    is_reached = link is not None and call.body["migrationHosts"][0] in link["hosts"]
    validation = {
        "id": new_id(),
        "sourceGroupId": call.body["source"].get("groupId"),
        "created": now(),
        "error": None if is_reached else "No agent answers at the migration host.",
    }
    call.project["validations"][validation["id"]] = validation
    return Reply(shown_validation(call, validation), 201)


def shown_validation(call, validation):
    end = "SUCCESS" if validation["error"] is None else "FAILED"
    status = phase(validation["created"], (0, "PENDING"), (4, end))
    return without_none(
        {
            "_id": validation["id"],
            "groupId": call.params["groupId"],
            "sourceGroupId": validation["sourceGroupId"],
            "status": status,
            "errorMessage": validation["error"] if status == "FAILED" else None,
        }
    )


@operation(
    "GET", "/groups/{groupId}/liveMigrations/validate/{validationId}", ORG_OWNER, controls=["envelope"]
)
def get_validation(call):
    return shown_validation(call, call.one(call.project["validations"], "validation", "validationId"))


def migration_of(call):
    return call.one(call.project["migrations"], "migration", "liveMigrationId")


@operation("GET", "/groups/{groupId}/liveMigrations/{liveMigrationId}", ORG_MEMBER)
def get_migration(call):
    return shown_migration(migration_of(call))


@operation("PUT", "/groups/{groupId}/liveMigrations/{liveMigrationId}/cutover", ORG_OWNER)
def cut_over(call):
    migration = migration_of(call)
    if migration["cutOver"] is not None:
        raise conflict("MIGRATION_COMPLETE", "The migration has been cut over already.")
    if not is_ready(migration):
        raise conflict("MIGRATION_NOT_READY", "The migration still catches up with its source.")
    migration["cutOver"] = now()
    return Reply(None, 204)


# ---------------------------------------------------------------------------------------------- link to an organization


@operation("GET", "/orgs/{orgId}/liveMigrations/availableProjects", ORG_MEMBER)
def list_projects(call):
    link = call.org["link"]
    if link is None or link.get("source") is None:
        return []
    deployment = {
        "name": "old-orders",
        "clusterId": link["projectId"],
        "agentVersion": "107.0.11",
        "dbSizeBytes": 73_014_444_032,
        "featureCompatibilityVersion": "6.0",
        "engineVersion": "6.0.19",
        "managed": True,
        "oplogSizeMB": 990,
        "sharded": False,
        "shardsSize": 1,
        "tlsEnabled": True,
    }
    return [
        {
            "name": link["source"],
            "projectId": link["projectId"],
            "migrationHosts": link["hosts"],
            "deployments": [deployment],
        }
    ]


@operation("DELETE", "/orgs/{orgId}/liveMigrations/linkTokens", ORG_OWNER, controls=["envelope"])
def delete_link(call):
    if call.org["link"] is None:
        raise Refused(404, "NO_LINK", "Nothing is linked to this organization.")
    call.org["unlinked"], call.org["link"] = call.org["link"], None
    return {}


@operation(
    "POST",
    "/orgs/{orgId}/liveMigrations/linkTokens",
    ORG_OWNER,
    body=record({"accessListIps": array(ip_or_range())}, required=["accessListIps"]),
)
def create_link(call):
    # The agent on the other side takes a new token by itself; without an agent nothing can be migrated yet.
    call.org["link"] = call.org["link"] or call.org.get("unlinked") or {"hosts": [], "source": None, "projectId": None}
    return Reply({"linkToken": secrets.token_urlsafe(36)}, 201)
