"""What the service remembers, in memory, under one lock. What takes time is worked out from when it began."""

import secrets
import threading
import time
from datetime import datetime, timedelta, timezone

from habits import HABITS, either

MEMORY_GB = {
    "M0": 0.5,
    "M2": 0.5,
    "M5": 0.5,
    "M10": 2,
    "M20": 4,
    "M30": 8,
    "M40": 16,
    "M50": 32,
    "M60": 64,
    "M80": 128,
    "M140": 192,
    "M200": 256,
    "M300": 384,
}
SHARED_TIERS = ("M0", "M2", "M5")
PROVIDERS = ("PROVIDER_A", "PROVIDER_B", "PROVIDER_C")
REGIONS = {
    "PROVIDER_A": ["EAST_1", "WEST_2", "CENTRAL_1"],
    "PROVIDER_B": ["NORTH", "SOUTH", "WESTERN_EUROPE"],
    "PROVIDER_C": ["ISLES_A", "ISLES_B"],
}
DOMAIN = "fleet.example.net"
FREQUENCIES = ("hourly", "daily", "weekly", "monthly", "yearly")
UNIT_DAYS = {"days": 1, "weeks": 7, "months": 30, "years": 365}


def new_id():
    return secrets.token_hex(12)


_last = [0.0]


def now():
    """This moment, never the same twice, so that each change shows. Callers hold the lock of the store."""
    _last[0] = max(time.time(), _last[0] + 0.001)
    return datetime.fromtimestamp(_last[0], timezone.utc)


def seconds_since(moment):
    return (datetime.now(timezone.utc) - moment).total_seconds()


def ago(**units):
    return datetime.now(timezone.utc) - timedelta(**units)


def shown(moment):
    if moment is None:
        return None
    end = either(f"{moment.microsecond // 1000:03d}Z", f"{moment.microsecond:06d}+00:00")
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{end}"


def without_none(members):
    """What has no value is left out, or else null."""
    return {name: value for name, value in members.items() if value is not None or HABITS.contrary}


def is_obliging():
    return HABITS.obliging


def lasting(seconds):
    return timedelta(seconds=seconds / HABITS.pace)


def phase(moment, *steps):
    """The last of (seconds, name) that a thing begun at that moment has reached."""
    age = max(0, seconds_since(moment))
    return [name for least, name in steps if age >= least / HABITS.pace][-1]


def version_of(cluster):
    return tuple(int(part) for part in cluster["engineVersion"].split(".")[:2])


def retention_days(item):
    return item["retentionValue"] * UNIT_DAYS[item["retentionUnit"]]


class Store:
    def __init__(self):
        self.lock = threading.RLock()
        self.orgs = {}
        self.projects = {}

    def add_org(self, name):
        org = {"id": new_id(), "name": name, "link": None}
        self.orgs[org["id"]] = org
        return org

    def add_project(self, org, name):
        project = {
            "id": new_id(),
            "orgId": org["id"],
            "name": name,
            "clusters": {},
            "deleted": [],
            "serverless": {},
            "alertConfigs": {},
            "alerts": {},
            "logs": [],
            "auditing": {"auditAuthorizationSuccess": False, "auditFilter": "", "enabled": False},
            "dns": False,
            "privateIp": True,
            "buckets": {},
            "policy": None,
            "roles": {},
            "migrations": {},
            "validations": {},
            "networks": set(),
        }
        self.projects[project["id"]] = project
        return project

    def add_cluster(self, project, name, tier, version="7.0.14", **more):
        provider, region = more.pop("provider", "PROVIDER_A"), more.pop("region", "EAST_1")
        cluster = {
            "id": new_id(),
            "name": name,
            "tier": tier,
            "provider": provider,
            "region": region,
            "engineVersion": version,
            "type": more.pop("type", "REPLICASET"),
            "created": more.pop("created", None) or ago(days=200),
            "isMultiCloud": more.pop("isMultiCloud", False),
            "regions": more.pop("regions", [(provider, region)]),
            "shards": more.pop("shards", 1),
            "label": secrets.token_hex(3),
            "given": more.pop("given", {}),
            "specId": new_id(),
            "snapshots": {},
            "restoreJobs": {},
            "exportJobs": {},
            "indexes": {},
            "analyzers": [],
            "outage": None,
            "endpoints": more.pop("endpoints", []),
            "schedule": None,
            "policyId": new_id(),
            "diskSizeGB": 0.5 if tier in SHARED_TIERS else 40,
        }
        cluster["schedule"] = new_schedule() if tier not in SHARED_TIERS else empty_schedule()
        project["clusters"][name] = cluster
        if tier not in SHARED_TIERS:
            # The first dedicated cluster of a region brings the private network with it.
            project["networks"].add((provider, region))
        return cluster

    def add_serverless(self, project, name):
        instance = {"id": new_id(), "name": name, "snapshots": {}, "restoreJobs": {}, "created": ago(days=90)}
        project["serverless"][name] = instance
        return instance


def policy_item(kind, interval, unit, value):
    return {
        "id": new_id(),
        "frequencyType": kind,
        "frequencyInterval": interval,
        "retentionUnit": unit,
        "retentionValue": value,
    }


def new_schedule():
    return {
        "autoExportEnabled": False,
        "copySettings": [],
        "export": None,
        "extraRetentionSettings": [],
        "items": [
            policy_item("hourly", 6, "days", 3),
            policy_item("daily", 1, "days", 8),
            policy_item("weekly", 6, "weeks", 5),
            policy_item("monthly", 40, "months", 12),
        ],
        "referenceHourOfDay": 3,
        "referenceMinuteOfHour": 30,
        "restoreWindowDays": 2,
        "useOrgAndGroupNamesInExportPrefix": False,
    }


def empty_schedule():
    return {**new_schedule(), "items": [], "autoExportEnabled": False, "export": None, "restoreWindowDays": None}


def hosts(cluster, label=""):
    """The hosts of a cluster, by replica set."""
    name = cluster["name"].lower()
    return {
        replica_set(cluster, shard): [
            f"{name}-shard-{shard:02d}-{member:02d}{label}.{cluster['label']}.{DOMAIN}" for member in range(3)
        ]
        for shard in range(cluster["shards"])
    }


def replica_set(cluster, shard=0):
    return f"{cluster['name'].lower()}-{cluster['label']}-shard-{shard}"
