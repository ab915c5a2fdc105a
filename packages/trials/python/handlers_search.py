"""Search indexes in their two forms, and the custom analyzers of a cluster."""

from access import DATA_ADMIN, DATA_WRITER
from operations import Refused, Reply, conflict, missing, operation
from search_schemas import FLAT, PREFIX, UPDATE, check_analyzers, custom_analyzers, either_form
from store import hosts, new_id, now, phase, shown, version_of

BUILD_SECONDS, DELETE_SECONDS = 3, 2
CLUSTER = "/groups/{groupId}/clusters/{clusterName}"
BY_NAME = f"{CLUSTER}/search/indexes/{{databaseName}}/{{collectionName}}/{{indexName}}"
BY_ID = f"{CLUSTER}/search/indexes/{{indexId}}"
STANDARD = f"{PREFIX}.standard"


@operation("GET", f"{CLUSTER}/fts/analyzers", DATA_WRITER, versions=["1.0"])
def list_analyzers(call):
    return call.cluster["analyzers"]


@operation("PUT", f"{CLUSTER}/fts/analyzers", DATA_ADMIN, versions=["1.0"], body=custom_analyzers)
def replace_analyzers(call):
    call.cluster["analyzers"] = call.body
    return call.cluster["analyzers"]


# --------------------------------------------------------------------------------------------------- how an index shows


def indexes(cluster):
    """Those that are still there: a deleted one goes a little later."""
    for index in list(cluster["indexes"].values()):
        if index["deleting"] is not None and phase(index["deleting"], (0, False), (DELETE_SECONDS, True)):
            del cluster["indexes"][index["id"]]
    return cluster["indexes"].values()


def build_state(version):
    return phase(version["createdAt"], (0, "PENDING"), (1, "BUILDING"), (BUILD_SECONDS, "READY"))


def status_of(index):
    if index["deleting"] is not None:
        return "DELETING"
    return build_state(index["versions"][-1])


def is_queryable(index):
    """An index answers queries from its former version while the next one is built."""
    return index["deleting"] is None and any(build_state(one) == "READY" for one in index["versions"])


def full(definition):
    if "fields" in definition:
        return definition
    return {"analyzer": STANDARD, "searchAnalyzer": STANDARD, "mappings": {"dynamic": False}, **definition}


def numbered(version):
    return {"createdAt": shown(version["createdAt"]), "version": version["version"]}


def on_host(version):
    state = build_state(version)
    return {
        "definition": full(version["definition"]),
        "definitionVersion": numbered(version),
        "queryable": state == "READY",
        "status": state,
        **({"synonymMappingStatus": synonym_state(version)} if version["definition"].get("synonyms") else {}),
    }


def synonym_state(version):
    return "READY" if build_state(version) == "READY" else "BUILDING"


def shown_defined(cluster, index):
    latest = index["versions"][-1]
    ready = [one for one in index["versions"] if build_state(one) == "READY"]
    main = ready[-1] if ready else latest
    detail = {"queryable": is_queryable(index), "status": status_of(index), "mainIndex": on_host(main)}
    if main is not latest:
        detail["stagedIndex"] = on_host(latest)
    told = {
        "indexID": index["id"],
        "database": index["database"],
        "collectionName": index["collectionName"],
        "name": index["name"],
        "type": index["type"],
        "status": status_of(index),
        "queryable": is_queryable(index),
        "latestDefinition": full(latest["definition"]),
        "latestDefinitionVersion": numbered(latest),
        "statusDetail": [{"hostname": host, **detail} for members in hosts(cluster).values() for host in members],
    }
    if latest["definition"].get("synonyms"):
        state = synonym_state(latest)
        told["synonymMappingStatus"] = state
        told["synonymMappingStatusDetail"] = [
            {one["name"]: {"queryable": state == "READY", "status": state}} for one in latest["definition"]["synonyms"]
        ]
    return told


def shown_flat(index):
    definition = full(index["versions"][-1]["definition"])
    return {
        "indexID": index["id"],
        "database": index["database"],
        "collectionName": index["collectionName"],
        "name": index["name"],
        "type": index["type"],
        "status": "STEADY" if status_of(index) == "READY" else "IN_PROGRESS",
        **definition,
    }


# --------------------------------------------------------------------------------------------------------------- writes


def create(call):
    cluster = call.cluster
    if version_of(cluster) < (4, 2):
        raise Refused(400, "ENGINE_TOO_OLD", f"Search needs an engine of 4.2; this one is {cluster['engineVersion']}.")
    body = dict(call.body)
    name, database, collection = body.pop("name"), body.pop("database"), body.pop("collectionName")
    for index in indexes(cluster):
        if (index["name"], index["database"], index["collectionName"]) == (name, database, collection):
            raise conflict("INDEX_EXISTS", f"{database}.{collection} has an index {name} already.")
    kind = body.pop("type", "search")
    definition = body.get("definition", body)
    check_analyzers(definition, "definition" if "definition" in body else "", cluster["analyzers"])
    index = {
        "id": new_id(),
        "database": database,
        "collectionName": collection,
        "name": name,
        "type": "vectorSearch" if "fields" in definition else kind,
        "versions": [{"version": 0, "createdAt": now(), "definition": definition}],
        "deleting": None,
    }
    cluster["indexes"][index["id"]] = index
    return index


@operation("POST", f"{CLUSTER}/fts/indexes", DATA_ADMIN, body=FLAT)
def create_flat(call):
    return Reply(shown_flat(create(call)), 201)


@operation("POST", f"{CLUSTER}/search/indexes", DATA_ADMIN, versions=["2"], body=either_form)
def create_defined(call):
    is_flat = "definition" not in call.body
    index = create(call)
    return Reply(shown_flat(index) if is_flat else shown_defined(call.cluster, index), 201)


def in_collection(call):
    return [
        one
        for one in indexes(call.cluster)
        if (one["database"], one["collectionName"]) == (call.params["databaseName"], call.params["collectionName"])
    ]


@operation("GET", f"{CLUSTER}/fts/indexes/{{databaseName}}/{{collectionName}}", DATA_WRITER, versions=["1.0"])
def list_flat(call):
    return [shown_flat(one) for one in in_collection(call) if one["type"] == "search"]


@operation("GET", f"{CLUSTER}/search/indexes/{{databaseName}}/{{collectionName}}", DATA_WRITER, versions=["2"])
def list_defined(call):
    return [shown_defined(call.cluster, one) for one in in_collection(call)]


def by_id(call):
    indexes(call.cluster)
    return call.one(call.cluster["indexes"], "search index", "indexId")


def by_name(call):
    for index in in_collection(call):
        if index["name"] == call.params["indexName"]:
            return index
    raise missing("search index", call.params["indexName"])


def update(call, index):
    if index["deleting"] is not None:
        raise conflict("INDEX_DELETING", "The index is being deleted.")
    check_analyzers(call.body["definition"], "definition", call.cluster["analyzers"])
    version = {"version": index["versions"][-1]["version"] + 1, "createdAt": now(), **call.body}
    index["versions"] = [*index["versions"][-2:], version]
    index["type"] = "vectorSearch" if "fields" in call.body["definition"] else "search"
    return shown_defined(call.cluster, index)


def delete(index):
    index["deleting"] = index["deleting"] or now()
    return {}


@operation("GET", BY_NAME, DATA_WRITER, versions=["2"])
def get_by_name(call):
    return shown_defined(call.cluster, by_name(call))


@operation("PATCH", BY_NAME, DATA_ADMIN, versions=["2"], body=UPDATE)
def update_by_name(call):
    return update(call, by_name(call))


@operation("DELETE", BY_NAME, DATA_ADMIN, versions=["2"])
def delete_by_name(call):
    return delete(by_name(call))


@operation("GET", BY_ID, DATA_WRITER, versions=["2"])
def get_by_id(call):
    return shown_defined(call.cluster, by_id(call))


@operation("PATCH", BY_ID, DATA_ADMIN, versions=["2"], body=UPDATE)
def update_by_id(call):
    return update(call, by_id(call))


@operation("DELETE", BY_ID, DATA_ADMIN, versions=["2"])
def delete_by_id(call):
    return delete(by_id(call))
