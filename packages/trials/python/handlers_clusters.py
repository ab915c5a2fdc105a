"""Clusters of a project and of all projects, and the targets from which their metrics are scraped."""

from access import OWNER, PROJECT_ROLES, READER
from cluster_schema import NEW_CLUSTER
from operations import Reply, conflict, operation, page
from store import DOMAIN, REGIONS, SHARED_TIERS, hosts, is_obliging, new_id, now, phase, shown, without_none
from validation import Problem, query_boolean

SCHEME = "engine"
DEFAULT_MAJOR = "8.0"
PATCHES = {"6.0": "6.0.19", "7.0": "7.0.14", "8.0": "8.0.3"}
NODES = {"analyticsNodes": 0, "electableNodes": 3, "priority": 7, "readOnlyNodes": 0}
CREATED_SECONDS, SHARED_SECONDS = 12, 3


def state_of(cluster):
    seconds = SHARED_SECONDS if cluster["tier"] in SHARED_TIERS else CREATED_SECONDS
    return phase(cluster["created"], (0, "CREATING"), (seconds, "IDLE"))


def addresses(cluster, label=""):
    members = [f"{one}:27017" for group in hosts(cluster, label).values() for one in group]
    name = f"{cluster['name'].lower()}{label}"
    return f"{SCHEME}://{','.join(members)}", f"{SCHEME}+srv://{name}.{cluster['label']}.{DOMAIN}"


def connection_strings(cluster):
    """Private addresses are those of the peered network, which shared tiers do not have."""
    standard, standard_srv = addresses(cluster)
    told = {"standard": standard, "standardSrv": standard_srv}
    if cluster["tier"] not in SHARED_TIERS:
        told["private"], told["privateSrv"] = addresses(cluster, "-pri")
        told["privateEndpoint"] = [endpoint(cluster, at, *one) for at, one in enumerate(cluster["endpoints"])]
    return told


def endpoint(cluster, at, provider, region):
    host = f"pl-{at}-{region.lower().replace('_', '-')}.{cluster['label']}.{DOMAIN}"
    return {
        "connectionString": f"{SCHEME}://{host}:1024",
        "srvConnectionString": f"{SCHEME}+srv://{host}",
        "type": "MEMBER" if cluster["type"] == "REPLICASET" else "ROUTER",
        "endpoints": [{"endpointId": f"vpce-{cluster['label']}{at}", "providerName": provider, "region": region}],
    }


def replication(cluster):
    nodes = {"regionsConfig": {region: NODES for _, region in cluster["regions"]}}
    return [{"id": cluster["specId"], "numShards": cluster["shards"], "zoneName": "Zone 1", **nodes}]


def shown_cluster(call, cluster):
    """What was given at the creation, with defaults where it was not, and what only the service knows."""
    is_shared, state, given = cluster["tier"] in SHARED_TIERS, state_of(cluster), dict(cluster["given"])
    for name in ("acceptDataRisksAndForceReplicaSetReconfig",):
        if name in given:
            given[name] = shown(given[name])
    if "vendorEmployeeAccessGrant" in given and "expirationTime" in given["vendorEmployeeAccessGrant"]:
        grant = given["vendorEmployeeAccessGrant"]
        given["vendorEmployeeAccessGrant"] = {**grant, "expirationTime": shown(grant["expirationTime"])}
    settings = {"providerName": "TENANT", "backingProviderName": cluster["provider"]}
    if not is_shared:
        settings = {"providerName": cluster["provider"], "diskIOPS": 3000, "volumeType": "STANDARD"}
    settings |= {"instanceSizeName": cluster["tier"], "regionName": cluster["region"]}
    major = ".".join(cluster["engineVersion"].split(".")[:2])
    members = {
        "autoScaling": {"compute": {"enabled": False, "scaleDownEnabled": False}, "diskGBEnabled": not is_shared},
        "backupEnabled": False,
        "providerBackupEnabled": not is_shared,
        "pitEnabled": False,
        "paused": False,
        "biConnector": {"enabled": False, "readPreference": "PRIMARY"},
        "configServerManagementMode": "PRODUCT_MANAGED",
        "configServerType": "DEDICATED" if cluster["type"] != "REPLICASET" else None,
        "diskWarmingMode": "FULLY_WARMED",
        "encryptionAtRestProvider": "NONE",
        "featureCompatibilityVersion": major,
        "globalClusterSelfManagedSharding": False if cluster["type"] == "GEOSHARDED" else None,
        "labels": [],
        "replicaSetScalingStrategy": "WORKLOAD_TYPE",
        "replicationFactor": 3,
        "replicationSpec": {region: NODES for _, region in cluster["regions"]},
        "replicationSpecs": replication(cluster),
        "rootCertType": "ISRGROOTX1",
        "tags": [],
        "terminationProtectionEnabled": False,
        "versionReleaseSystem": "LTS",
        **given,
        "id": cluster["id"],
        "groupId": call.params["groupId"],
        "name": cluster["name"],
        "clusterType": cluster["type"],
        "numShards": cluster["shards"],
        "createDate": shown(cluster["created"]),
        "diskSizeGB": cluster["diskSizeGB"],
        "engineVersion": cluster["engineVersion"],
        "engineMajorVersion": major,
        "providerSettings": {**given.get("providerSettings", {}), **settings},
        "stateName": state,
    }
    if state == "IDLE":
        standard, srv = addresses(cluster)
        members |= {
            "connectionStrings": connection_strings(cluster),
            "engineURI": standard,
            "engineURIUpdated": shown(cluster["created"]),
            "engineURIWithOptions": f"{standard}/?ssl=true&authSource=admin",
            "srvAddress": srv,
        }
    return without_none(members)


def single_cloud(project):
    return [one for one in project["clusters"].values() if not one["isMultiCloud"]]


@operation("GET", "/clusters", READER, versions=["1.0"], paged=True)
def list_all_clusters(call):
    projects = [one for one in call.store.projects.values() if call.caller.on_project(one) & {*PROJECT_ROLES}]
    return page(call, projects, lambda one: shown_project(call, one))


def shown_project(call, project):
    org = call.store.orgs[project["orgId"]]
    alerts = [one for one in project["alerts"].values() if one["status"] == "OPEN"]
    is_free = all(one["tier"] in SHARED_TIERS for one in project["clusters"].values())
    return {
        "groupId": project["id"],
        "groupName": project["name"],
        "orgId": org["id"],
        "orgName": org["name"],
        "planType": "Free Tier" if is_free else "Standard",
        "tags": [],
        "clusters": [shown_summary(one, len(alerts) if at == 0 else 0) for at, one in enumerate(single_cloud(project))],
    }


def shown_summary(cluster, alert_count):
    return {
        "clusterId": cluster["id"],
        "name": cluster["name"],
        "type": "REPLICA_SET" if cluster["type"] == "REPLICASET" else "SHARDED_CLUSTER",
        "alertCount": alert_count,
        "authEnabled": True,
        "sslEnabled": True,
        "availability": "available",
        "backupEnabled": cluster["tier"] not in SHARED_TIERS,
        "dataSizeBytes": 41_943_040,
        "nodeCount": 3 * cluster["shards"],
        "versions": [cluster["engineVersion"]],
    }


@operation(
    "GET",
    "/groups/{groupId}/clusters",
    READER,
    versions=["1.0"],
    query={"includeDeletedWithRetainedBackups": query_boolean},
    paged=True,
)
def list_clusters(call):
    clusters = single_cloud(call.project)
    if call.query.get("includeDeletedWithRetainedBackups"):
        clusters += call.project["deleted"]
    return page(call, clusters, lambda one: shown_cluster(call, one))


@operation("POST", "/groups/{groupId}/clusters", OWNER, versions=["1.0"], body=NEW_CLUSTER)
def create_cluster(call):
    body = dict(call.body)
    name, settings = body.pop("name"), body["providerSettings"]
    if name.lower() in {one.lower() for one in call.project["clusters"]}:
        raise conflict("CLUSTER_EXISTS", f"The project has a cluster {name} already.")
    specs = [{"id": new_id(), "numShards": 1, "zoneName": "Zone 1", **one} for one in body.pop("replicationSpecs", [])]
    if specs:
        body["replicationSpecs"] = specs
    named = [region for one in specs for region in one.get("regionsConfig", {})] or [*body.get("replicationSpec", {})]
    region = settings.get("regionName") or (named[0] if named else "EAST_1")
    is_tenant = settings["providerName"] == "TENANT"
    provider = settings.get("backingProviderName", "PROVIDER_A") if is_tenant else settings["providerName"]
    known = REGIONS[provider] + (["US_EAST_1"] if is_obliging() else [])
    for one in (region, *named):
        if one not in known:
            raise Problem("regionName", f"{provider} has no region {one}; it has {', '.join(known)}")
    disk = body.pop("diskSizeGB", None)
    version = PATCHES[body.pop("engineMajorVersion", DEFAULT_MAJOR)]
    body.pop("engineVersion", None)
    cluster = call.store.add_cluster(
        call.project,
        name,
        settings["instanceSizeName"],
        version=version,
        provider=provider,
        region=region,
        regions=[(provider, one) for one in named or [region]],
        type=body.pop("clusterType", "REPLICASET"),
        shards=body.pop("numShards", 1),
        created=now(),
        given=body,
    )
    cluster["diskSizeGB"] = disk or cluster["diskSizeGB"]
    return Reply(shown_cluster(call, cluster), 201)


# ---------------------------------------------------------------------------------------------------- metrics discovery


def metrics_targets(store, project, is_private):
    label = "-pri" if is_private else ""
    org = store.orgs[project["orgId"]]
    told = []
    for cluster in project["clusters"].values():
        if cluster["tier"] in SHARED_TIERS or state_of(cluster) != "IDLE":
            continue
        for name, members in hosts(cluster, label).items():
            labels = {
                "group_id": project["id"],
                "group_name": project["name"],
                "org_id": org["id"],
                "cluster_name": cluster["name"],
                "replica_set_name": name,
            }
            told.append({"targets": [f"{one}:27018" for one in members], "labels": labels})
    return told
