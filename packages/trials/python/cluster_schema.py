"""What the body of a new cluster must look like."""

import re

from store import MEMORY_GB, PROVIDERS, SHARED_TIERS
from validation import Problem, array, boolean, cluster_name, integer, mapping, moment, number, record, text

TIERS = tuple(MEMORY_GB)
LEAST_DISK_GB, MOST_DISK_GB, DISK_PER_MEMORY = 10, 4096, 50
MAJOR_VERSIONS = ("6.0", "7.0", "8.0")
ENGINE_VERSION = re.compile(r"\d+\.\d+\.\d+", re.ASCII)

TAG = record({"key": text(least=1, most=255), "value": text(least=1, most=255)}, required=["key", "value"])
TIER = text(values=TIERS)
COMPUTE = record({"enabled": boolean(), "scaleDownEnabled": boolean()})
REGION_NODES = record(
    {
        "analyticsNodes": integer(least=0),
        "electableNodes": integer(least=0),
        "priority": integer(least=0, most=7),
        "readOnlyNodes": integer(least=0),
    }
)
SETTINGS = record(
    {
        "providerName": text(values=(*PROVIDERS, "TENANT")),
        "backingProviderName": text(values=PROVIDERS),
        "autoScaling": record({"compute": record({"maxInstanceSize": TIER, "minInstanceSize": TIER})}),
        "diskIOPS": integer(least=1),
        "encryptEBSVolume": boolean(),
        "instanceSizeName": TIER,
        "regionName": text(least=1),
        "volumeType": text(values=("STANDARD", "PROVISIONED")),
    },
    required=["providerName", "instanceSizeName"],
)


def fits_together(body, where):
    settings = body["providerSettings"]
    tier = settings["instanceSizeName"]
    is_shared = tier in SHARED_TIERS
    if settings["providerName"] == "TENANT" and not is_shared:
        raise Problem("providerSettings.providerName", f"does not go with tier {tier}")
    if "replicationSpecs" in body and "diskSizeGB" not in body:
        raise Problem("diskSizeGB", "is required with replicationSpecs")
    if "diskSizeGB" in body:
        if is_shared:
            raise Problem("diskSizeGB", f"cannot be chosen for tier {tier}")
        most = min(MOST_DISK_GB, DISK_PER_MEMORY * MEMORY_GB[tier])
        if body["diskSizeGB"] > most:
            raise Problem("diskSizeGB", f"must be at most {most} for tier {tier}")
        body["diskSizeGB"] = max(LEAST_DISK_GB, body["diskSizeGB"])
    if body.get("clusterType", "REPLICASET") == "REPLICASET" and body.get("numShards", 1) > 1:
        raise Problem("numShards", "must be 1 for a replica set")


NEW_CLUSTER = record(
    {
        "acceptDataRisksAndForceReplicaSetReconfig": moment(),
        "autoScaling": record({"compute": COMPUTE, "diskGBEnabled": boolean()}),
        "backupEnabled": boolean(),
        "providerBackupEnabled": boolean(),
        "pitEnabled": boolean(),
        "paused": boolean(),
        "biConnector": record(
            {"enabled": boolean(), "readPreference": text(values=("PRIMARY", "SECONDARY", "ANALYTICS"))}
        ),
        "clusterType": text(values=("REPLICASET", "SHARDED", "GEOSHARDED")),
        "configServerManagementMode": text(values=("PRODUCT_MANAGED", "FIXED_TO_DEDICATED")),
        "configServerType": text(values=("DEDICATED", "EMBEDDED")),
        "diskSizeGB": number(least=0, most=MOST_DISK_GB),
        "diskWarmingMode": text(values=("FULLY_WARMED", "VISIBLE_EARLIER")),
        "encryptionAtRestProvider": text(values=("NONE", *PROVIDERS)),
        "featureCompatibilityVersion": text(),
        "globalClusterSelfManagedSharding": boolean(),
        "labels": array(TAG),
        "vendorEmployeeAccessGrant": record({"expirationTime": moment(), "grantType": text(least=1)}),
        "engineMajorVersion": text(values=MAJOR_VERSIONS),
        "engineVersion": text(pattern=ENGINE_VERSION),
        "name": cluster_name(),
        "numShards": integer(least=1, most=50),
        "providerSettings": SETTINGS,
        "replicaSetScalingStrategy": text(values=("SEQUENTIAL", "WORKLOAD_TYPE", "NODE_TYPE")),
        "replicationFactor": integer(values=(3, 5, 7)),
        "replicationSpec": mapping(REGION_NODES),
        "replicationSpecs": array(
            record(
                {
                    "id": text(least=1),
                    "numShards": integer(least=1, most=50),
                    "regionsConfig": mapping(REGION_NODES),
                    "zoneName": text(least=1),
                }
            ),
            least=1,
        ),
        "rootCertType": text(values=("ISRGROOTX1",)),
        "tags": array(TAG),
        "terminationProtectionEnabled": boolean(),
        "versionReleaseSystem": text(values=("LTS", "CONTINUOUS")),
    },
    required=["name", "providerSettings"],
    ignored=[
        *("connectionStrings", "createDate", "engineURI", "engineURIUpdated", "engineURIWithOptions", "groupId", "id"),
        *("featureCompatibilityVersionExpirationDate", "links", "srvAddress", "stateName"),
    ],
    also=fits_together,
)
