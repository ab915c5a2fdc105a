"""A world to begin with: an organization with three projects, another one, keys for every role, and records."""

from datetime import timedelta

from access import (
    CLUSTER_ADMIN,
    DATA_ADMIN,
    DATA_WRITER,
    MONITOR,
    ORG_MEMBER,
    ORG_OWNER,
    OWNER,
    PROJECT_ROLES,
    READER,
    Directory,
)
from store import Store, ago, hosts, new_id, now, policy_item, replica_set

EVENTS = ("CPS_SNAPSHOT_FAILED", "CREDIT_CARD_ABOUT_TO_EXPIRE", "FTS_INDEX_BUILD_FAILED", "DEPLOYMENT_FAILURE")


def seeded():
    store, directory = Store(), Directory()
    org, other = store.add_org("Harbour Works"), store.add_org("Lighthouse Ltd")
    home = store.add_project(org, "harbour")
    toys, attic = store.add_project(org, "toys"), store.add_project(org, "attic")
    elsewhere = store.add_project(other, "lamps")

    east_west = [("PROVIDER_A", "EAST_1"), ("PROVIDER_A", "WEST_2")]
    orders = store.add_cluster(home, "orders", "M30", regions=east_west, endpoints=east_west[:1])
    spare = store.add_cluster(home, "Spare-7", "M10")
    ledger = store.add_cluster(home, "ledger", "M40", version="8.0.3", type="SHARDED", shards=2)
    drill = store.add_cluster(home, "drill", "M20", version="6.0.19")
    mixed = [("PROVIDER_A", "EAST_1"), ("PROVIDER_B", "NORTH")]
    both = store.add_cluster(home, "both-banks", "M30", isMultiCloud=True, regions=mixed)
    store.add_cluster(home, "sandbox", "M2")
    gone = store.add_cluster(home, "gone", "M10")
    home["deleted"].append(home["clusters"].pop(gone["name"]))
    sandbox = store.add_cluster(toys, "sandbox", "M0")
    store.add_cluster(toys, "sandbox-5", "M5")
    fossil = store.add_cluster(attic, "fossil", "M10", version="4.0.28")
    store.add_cluster(attic, "relic", "M10", version="4.2.24")
    store.add_cluster(elsewhere, "lamp", "M10")
    spark = store.add_serverless(home, "spark")
    org["link"] = {"hosts": ["agent.harbour.example.net:9443"], "source": "old-harbour", "projectId": new_id()}

    drill["outage"] = {
        "id": new_id(),
        "outageFilters": [{"cloudProvider": "PROVIDER_A", "regionName": "EAST_1", "type": "REGION"}],
        "startRequestDate": ago(minutes=20),
        "ended": None,
    }
    fixtures = {
        "groupId": home["id"],
        "orgId": org["id"],
        "otherGroupId": elsewhere["id"],
        "sharedGroupId": toys["id"],
        "sharedClusterName": sandbox["name"],
        "oldEngineGroupId": attic["id"],
        "oldestClusterName": fossil["name"],
        "clusterName": orders["name"],
        "hostname": hosts(orders)[replica_set(orders)][0],
        "multiCloudClusterName": both["name"],
        "tierMemoryGB": 2,
        "outageClusterName": drill["name"],
        "restoreTargetClusterName": spare["name"],
        "shardedClusterName": ledger["name"],
        "serverlessInstanceName": spark["name"],
        "relinkableOrgId": org["id"],
        "migrationHost": org["link"]["hosts"][0],
        "migrationSourceName": org["link"]["source"],
        **seed_alerts(home, org),
        **seed_roles(home),
        **seed_search(orders),
        **seed_migrations(home),
    }
    seed_logs(home)
    fixtures |= seed_buckets(home, fixtures)
    fixtures |= seed_backups(home, orders, ledger, spark, fixtures)
    credentials = seed_keys(directory, org, [home, toys, attic], other, elsewhere)
    return store, directory, {"fixtures": fixtures, "credentials": credentials}


def seed_keys(directory, org, own, other, elsewhere):
    home = own[0]
    on_home = {role: {home["id"]: {role}} for role in (OWNER, READER, MONITOR, CLUSTER_ADMIN, DATA_ADMIN, DATA_WRITER)}
    on_org = {role: {org["id"]: {role}} for role in (ORG_OWNER, ORG_MEMBER)}
    roles = {
        role: directory.add_key(f"hw-{role.lower().replace(' ', '-')}", given)
        for role, given in {**on_home, **on_org}.items()
    }
    directory.metrics = {"username": "prom-harbour", "password": "scrape-" + new_id(), "groupId": home["id"]}
    everything = {org["id"]: {ORG_OWNER, ORG_MEMBER}, **{one["id"]: set(PROJECT_ROLES) for one in own}}
    foreign = {elsewhere["id"]: set(PROJECT_ROLES), other["id"]: {ORG_MEMBER}}
    return {
        "main": directory.add_key("hw-main", everything),
        "noRole": directory.add_key("passer-by", {}),
        "otherProject": directory.add_key("lamp-lighter", foreign),
        "roles": roles,
        "serviceAccount": directory.add_account(everything),
        "blockedServiceAccount": directory.add_account(everything, is_reachable=False),
        "metrics": {name: directory.metrics[name] for name in ("username", "password")},
    }


def seed_alerts(home, org):
    for at in range(130):
        config, moment = new_id(), ago(days=100, minutes=-at)
        home["alertConfigs"][config] = {
            "id": config,
            "eventTypeName": EVENTS[at % 4],
            "enabled": at % 3 != 2,
            "matchers": [{"fieldName": "CLUSTER_NAME", "operator": "EQUALS", "value": "orders"}] if at % 5 == 0 else [],
            "notifications": [
                {"typeName": "GROUP", "intervalMin": 60, "delayMin": 0, "emailEnabled": True, "notifierId": new_id()}
            ],
            "created": moment,
            "updated": moment,
        }
    first = list(home["alertConfigs"].values())[0]
    first["notifications"].append(
        {
            "typeName": "MONITORING_PLATFORM",
            "monitoringApiKey": "0123456789abcdef0123456789abcdef",
            "monitoringRegion": "US",
            "intervalMin": 15,
            "delayMin": 5,
            "notifierId": new_id(),
        }
    )
    for at in range(150):
        alert, config = new_id(), list(home["alertConfigs"].values())[at % 7]
        created = ago(days=30, minutes=-100 * at)
        status = ("CLOSED", "OPEN", "TRACKING", "OPEN", "CLOSED")[at % 5]
        acknowledged = {"until": ago(days=-20), "comment": "known, parts are ordered", "by": "harbour.master"}
        home["alerts"][alert] = {
            "id": alert,
            "orgId": org["id"],
            "alertConfigId": config["id"],
            "eventTypeName": config["eventTypeName"],
            "status": status,
            "created": created,
            "updated": created + timedelta(minutes=3),
            "resolved": created + timedelta(minutes=3) if status == "CLOSED" else None,
            "acknowledged": acknowledged if at % 20 == 1 else {},
        }
    return {"alertConfigId": list(home["alertConfigs"])[3], "alertId": list(home["alerts"])[18]}


def seed_roles(home):
    for provider in ("PROVIDER_A", "PROVIDER_B", "PROVIDER_A"):
        role = new_id()
        moments = {"created": ago(days=80), "authorized": ago(days=79)}
        home["roles"][role] = {"id": role, "providerName": provider, **moments}
    return dict(zip(("roleId", "secondRoleId"), home["roles"]))


def seed_search(cluster):
    for at, name in enumerate(("default", "by-title", "suggest")):
        index = new_id()
        cluster["indexes"][index] = {
            "id": index,
            "database": "shop",
            "collectionName": "articles",
            "name": name,
            "type": "search",
            "versions": [
                {
                    "version": 0,
                    "createdAt": ago(days=40 - at),
                    "definition": {"mappings": {"dynamic": at == 0, "fields": {"title": {"type": "string"}}}},
                }
            ],
            "deleting": None,
        }
    return {
        "indexId": next(iter(cluster["indexes"])),
        "databaseName": "shop",
        "collectionName": "articles",
        "indexName": "default",
    }


def seed_migrations(home):
    migration, validation = new_id(), new_id()
    host = ["agent.harbour.example.net:9443"]
    begun = ago(days=3)
    home["migrations"][migration] = {"id": migration, "migrationHosts": host, "created": begun, "cutOver": ago(days=2)}
    home["validations"][validation] = {"id": validation, "sourceGroupId": new_id(), "created": begun, "error": None}
    return {"liveMigrationId": migration, "validationId": validation}


def seed_logs(home):
    for at in range(240):
        cluster = home["clusters"][("orders", "ledger", "Spare-7")[at % 3]]
        host = [one for members in hosts(cluster).values() for one in members][at // 3 % 3]
        is_good = at % 4 != 0
        home["logs"].append(
            {
                "at": ago(minutes=7 * at + 5),
                "cluster": cluster["name"],
                "hostname": host,
                "authResult": is_good,
                "authSource": "admin",
                "failureReason": None if is_good else "UserNotFound",
                "ipAddress": f"203.0.113.{at % 6 + 10}",
                "username": "app" if is_good else "guest",
            }
        )


def seed_buckets(home, fixtures):
    for name, role in (("harbour-vault", "roleId"), ("harbour-cellar", "secondRoleId"), ("harbour-auto", "roleId")):
        bucket, provider = new_id(), home["roles"][fixtures[role]]["providerName"]
        home["buckets"][bucket] = {
            "id": bucket,
            "bucketName": name,
            "cloudProvider": provider,
            "iamRoleId": fixtures[role],
        }
    return {"exportBucketId": next(iter(home["buckets"]))}


def seed_backups(home, orders, ledger, spark, fixtures):
    automatic = list(home["buckets"])[2]
    export = {"exportBucketId": automatic, "frequencyType": "monthly"}
    orders["schedule"] |= {"export": export, "autoExportEnabled": True}
    home["policy"] = {
        "authorizedEmail": "harbour.master@example.net",
        "authorizedUserFirstName": "Ada",
        "authorizedUserLastName": "Quay",
        "copyProtectionEnabled": False,
        "encryptionAtRestEnabled": False,
        "pitEnabled": False,
        "restoreWindowDays": 2,
        "onDemandPolicyItem": policy_item("ondemand", 0, "days", 3),
        "scheduledPolicyItems": [policy_item("daily", 1, "days", 7)],
        "updatedDate": ago(days=60),
        "updatedUser": "harbour.master@example.net",
    }
    items = {one["frequencyType"]: one["id"] for one in orders["schedule"]["items"]}
    for cluster, count in ((orders, 14), (ledger, 4), (spark, 5)):
        for at in range(count):
            snapshot, created = new_id(), ago(hours=6 * (count - at))
            kind = "daily" if at % 4 == 0 else "hourly"
            cluster["snapshots"][snapshot] = {
                "id": snapshot,
                "created": created,
                "expires": created + timedelta(days=30),
                "description": None,
                "frequencyType": kind,
                "isOnDemand": False,
                "policyItems": [items[kind]] if cluster is orders else [],
                "copyRegions": ["WEST_2"] if cluster is orders and at == 1 else [],
                "size": 4_000_000 + 37 * at,
                "seconds": 0,
            }
    snapshots = list(orders["snapshots"])
    job = {
        "id": new_id(),
        "deliveryType": "automated",
        "snapshotId": snapshots[0],
        "targetClusterName": "Spare-7",
        "targetGroupId": home["id"],
        "created": ago(days=1),
        "cancelled": None,
    }
    orders["restoreJobs"][job["id"]] = job
    lightning = {**job, "id": new_id(), "snapshotId": next(iter(spark["snapshots"])), "targetClusterName": "spark"}
    spark["restoreJobs"][lightning["id"]] = lightning
    export = {
        "id": new_id(),
        "created": now() - timedelta(days=2),
        "exportBucketId": fixtures["exportBucketId"],
        "snapshotId": snapshots[0],
        "customData": [{"key": "reason", "value": "yearly audit"}],
    }
    orders["exportJobs"][export["id"]] = export
    return {
        "exportId": export["id"],
        "snapshotId": snapshots[3],
        "copiedSnapshotId": snapshots[1],
        "restoreJobId": job["id"],
        "shardedSnapshotId": list(ledger["snapshots"])[1],
        "serverlessSnapshotId": list(spark["snapshots"])[1],
        "serverlessRestoreJobId": lightning["id"],
    }
