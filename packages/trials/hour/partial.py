"""Backup and access roles of both versions, with nothing but the standard library: what can be read of snapshots, restore
jobs, schedule and access roles, and export buckets in full. Digests, and one kind of key that may do everything.

    python3 packages/trials/hour/partial.py [--port 0] [--mistakes NAME,NAME]

It imports nothing of this project, so that it shares no misreading with the suite. The first line that it prints says
where it is and what it holds, the last one (after SIGTERM) what it holds then.
"""

import argparse
import hashlib
import json
import os
import re
import secrets
import signal
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--mistakes", default="")
FLAGS = parser.parse_args()
MISTAKES = FLAGS.mistakes.split(",")

GROUP, CLUSTER, REALM = "7c0102030405060708090a0b", "Cluster0", "backup desk"
KEYS = {"keeper": "a91c-keeper"}
TYPES = {"v1.0": "application/json", "v2": "application/vnd.atlas.2025-01-01+json"}
ID = re.compile(r"[a-f0-9]{24}")
NONCE_SECONDS = 300
LOCK = threading.Lock()
nonces = {}


def new_id():
    return secrets.token_hex(12)


def moment(days):
    return (datetime.now(timezone.utc) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Refusal(Exception):
    REASONS = {400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed"}

    def __init__(self, status, code, detail, headers=()):
        super().__init__(detail)
        self.status, self.headers = status, headers
        self.body = {"detail": detail, "error": status, "errorCode": code, "reason": self.REASONS[status]}


def invalid(detail):
    return Refusal(400, "VALIDATION_ERROR", detail)


def missing(detail):
    return Refusal(404, "RESOURCE_NOT_FOUND", detail)


# ---------------------------------------------------------------------------------------------------------- the world

POLICY_ITEM = new_id()


def snapshot(days, kind):
    on_demand = kind == "onDemand"
    items = None if on_demand and "null-policy-items" in MISTAKES else [] if on_demand else [POLICY_ITEM]
    return {
        "id": new_id(),
        "cloudProvider": "AWS",
        "copyRegions": [],
        "createdAt": moment(-days),
        "description": "before the move" if on_demand else "",
        "expiresAt": moment(30 - days),
        "frequencyType": "ondemand" if on_demand else "daily",
        "mongodVersion": "7.0.12",
        "policyItems": items,
        "replicaSetName": "atlas-x1y2z3-shard-0",
        "snapshotType": kind,
        "status": "completed",
        "storageSizeBytes": 1048576 * (days + 1),
        "type": "replicaSet",
    }


snapshots = [snapshot(1, "scheduled"), snapshot(2, "onDemand"), snapshot(3, "scheduled"), snapshot(4, "scheduled")]


def restore_job(of):
    return {
        "id": new_id(),
        "cancelled": False,
        "expired": False,
        "failed": False,
        "deliveryType": "automated",
        "deliveryUrl": [],
        "finishedAt": moment(0),
        "expiresAt": int(time.time()) + 86400 if "epoch-in-restore-jobs" in MISTAKES else moment(1),
        "timestamp": of["createdAt"],
        "snapshotId": of["id"],
        "targetClusterName": CLUSTER,
        "targetGroupId": GROUP,
    }


restore_jobs = [restore_job(snapshots[0]), restore_job(snapshots[1])]
schedule = {
    "autoExportEnabled": False,
    "clusterId": new_id(),
    "clusterName": CLUSTER,
    "copySettings": [],
    "nextSnapshot": moment(1),
    "policies": [
        {
            "id": new_id(),
            "policyItems": [
                {
                    "id": POLICY_ITEM,
                    "frequencyInterval": 1,
                    "frequencyType": "daily",
                    "retentionUnit": "days",
                    "retentionValue": 30,
                }
            ],
        }
    ],
    "referenceHourOfDay": 3,
    "referenceMinuteOfHour": 15,
    "restoreWindowDays": 2,
    "useOrgAndGroupNamesInExportPrefix": False,
}
aws_role = {
    "providerName": "AWS",
    "atlasAWSAccountArn": "arn:aws:iam::123456789012:root",
    "atlasAssumedRoleExternalId": "3fb1c9a0-5a0e-4f0e-9a3e-0b6f6f3f9d11",
    "authorizedDate": moment(-20),
    "createdDate": moment(-21),
    "featureUsages": [],
    "iamAssumedRoleArn": "arn:aws:iam::123456789012:role/backup",
    "roleId": new_id(),
}
azure_role = {
    "providerName": "AZURE",
    "_id": new_id(),
    "atlasAzureAppId": "0c1d5c1e-0f0a-4f52-8a1b-3a7c9e1f0d22",
    "createdDate": moment(-21),
    "featureUsages": [],
    "lastUpdatedDate": moment(-20),
    "servicePrincipalId": "5b6f2a74-90d8-4b46-9d4f-2d1c7a0f8e33",
    "tenantId": "9e8d7c6b-5a49-4838-a726-151413121110",
}
buckets = {}
deleted_buckets = {}

# --------------------------------------------------------------------------------------------------------- operations


def flag(query, name, otherwise):
    value = query.get(name, otherwise)
    if value not in ("true", "false"):
        raise invalid(f"{name} must be true or false, not {value}.")
    return value == "true"


def number(query, name, most, otherwise):
    text = query.get(name, str(otherwise))
    if not re.fullmatch(r"[0-9]+", text) or not 1 <= int(text) <= most:
        raise invalid(f"{name} must be from 1 to {most}, not {text}.")
    return int(text)


def paged(records, query):
    size = number(query, "itemsPerPage", 500, 100)
    page = number(query, "pageNum", 2**31 - 1, 1)
    first = (page if "pageNum" in query and "page-counts-from-zero" in MISTAKES else page - 1) * size
    answer = {"results": records[first : first + size]}
    if flag(query, "includeCount", "true"):
        answer["totalCount"] = len(records)
    return answer


def found(records, value, member="id"):
    for record in records:
        if record.get(member) == value:
            return record
    raise missing(f"There is no {value}.")


def in_cluster(name):
    if name != CLUSTER:
        raise missing(f"There is no cluster {name}.")


def list_snapshots(request, cluster):
    in_cluster(cluster)
    return paged(snapshots, request.query)


def get_snapshot(request, cluster, snapshot_id):
    in_cluster(cluster)
    return found(snapshots, snapshot_id)


def list_restore_jobs(request, cluster):
    in_cluster(cluster)
    return paged(restore_jobs, request.query)


def get_restore_job(request, cluster, job_id):
    in_cluster(cluster)
    return found(restore_jobs, job_id)


def get_schedule(request, cluster):
    in_cluster(cluster)
    return schedule


def list_roles(request):
    return {"awsIamRoles": [aws_role], "azureServicePrincipals": [azure_role]}


def get_role(request, role_id):
    return azure_role if role_id == azure_role["_id"] else found([aws_role], role_id, "roleId")


def list_buckets(request):
    return paged(list(buckets.values()), request.query)


def create_bucket(request):
    body = request.body()
    name, provider, role = (body.get(member) for member in ("bucketName", "cloudProvider", "iamRoleId"))
    most = 64 if "name-of-64" in MISTAKES else 63
    if not isinstance(name, str) or not 3 <= len(name) <= most:
        raise invalid(f"bucketName must have 3 to {most} characters.")
    # Version 1.0 exports to the first provider alone.
    if provider not in (["AWS"] if request.version == "v1.0" else ["AWS", "AZURE"]):
        raise invalid(f"{provider} is no provider of export buckets.")
    if not isinstance(role, str) or not ID.fullmatch(role):
        raise invalid("iamRoleId must be the id of a role.")
    bucket = {"_id": new_id(), "bucketName": name, "cloudProvider": provider, "iamRoleId": role}
    buckets[bucket["_id"]] = bucket
    return bucket


def get_bucket(request, bucket_id):
    # The mark of a deleted bucket is looked at where buckets are listed, and was forgotten here.
    known = {**buckets, **deleted_buckets} if "deleted-bucket-still-read" in MISTAKES else buckets
    return found(known.values(), bucket_id, "_id")


def delete_bucket(request, bucket_id):
    bucket = found(buckets.values(), bucket_id, "_id")
    deleted_buckets[bucket_id] = buckets.pop(bucket["_id"])
    return {}


BACKUP = r"/clusters/([^/]+)/backup"
ROUTES = [
    (rf"{BACKUP}/schedule", {"GET": get_schedule}),
    (rf"{BACKUP}/snapshots", {"GET": list_snapshots}),
    (rf"{BACKUP}/snapshots/([^/]+)", {"GET": get_snapshot}),
    (rf"{BACKUP}/restoreJobs", {"GET": list_restore_jobs}),
    (rf"{BACKUP}/restoreJobs/([^/]+)", {"GET": get_restore_job}),
    (r"/cloudProviderAccess", {"GET": list_roles}),
    (r"/cloudProviderAccess/([^/]+)", {"GET": get_role}),
    (r"/backup/exportBuckets", {"GET": list_buckets, "POST": create_bucket}),
    (r"/backup/exportBuckets/([^/]+)", {"GET": get_bucket, "DELETE": delete_bucket}),
]

# -------------------------------------------------------------------------------------------------------------- server


def md5(text):
    return hashlib.md5(text.encode()).hexdigest()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A head and a body are two writes, and the second must not wait for the first to be acknowledged.
    disable_nagle_algorithm = True

    def challenge(self, stale="false"):
        nonce = secrets.token_hex(16)
        nonces[nonce] = (time.monotonic(), set())
        value = f'Digest realm="{REALM}", nonce="{nonce}", algorithm=MD5, qop="auth", stale={stale}'
        raise Refusal(401, "UNAUTHORIZED", "Who asks is not known.", [("WWW-Authenticate", value)])

    def authenticate(self):
        header = self.headers.get("Authorization", "")
        if not header.lower().startswith("digest "):
            self.challenge()
        said = {}
        for name, quoted, plain in re.findall(r'(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))', header):
            said[name.lower()] = plain or re.sub(r"\\(.)", r"\1", quoted)
        name, nonce, count = (said.get(member, "") for member in ("username", "nonce", "nc"))
        if name not in KEYS or said.get("uri") != self.path or said.get("qop") != "auth":
            self.challenge()
        secret, asked = md5(f"{name}:{REALM}:{KEYS[name]}"), md5(f"{self.command}:{self.path}")
        right = md5(":".join([secret, nonce, count, said.get("cnonce", ""), "auth", asked]))
        if said.get("response") != right:
            self.challenge()
        given, counts = nonces.get(nonce, (float("-inf"), set()))
        if time.monotonic() - given > NONCE_SECONDS or count in counts:
            self.challenge(stale="true")
        counts.add(count)

    def body(self):
        try:
            body = json.loads(self.text)
        except ValueError:
            raise invalid("The body must be JSON.") from None
        if not isinstance(body, dict):
            raise invalid("The body must be an object.")
        return body

    def operate(self, path):
        self.authenticate()
        for name in ("envelope", "pretty"):
            flag(self.query, name, "false")
        place = re.fullmatch(r"/api/atlas/(v1\.0|v2)/groups/([^/]+)(/.*)", path)
        if place is None:
            raise missing(f"There is nothing at {path}.")
        self.version, group, rest = place.groups()
        if group != GROUP:
            raise missing(f"There is no project {group}.")
        for pattern, operations in ROUTES:
            match = re.fullmatch(pattern, rest)
            if match is not None:
                method = "GET" if self.command == "HEAD" else self.command
                if method not in operations:
                    raise Refusal(405, "METHOD_NOT_ALLOWED", f"{method} is not possible here.")
                return operations[method](self, *map(unquote, match.groups()))
        raise missing(f"There is nothing at {path}.")

    def answer(self):
        address = urlsplit(self.path)
        self.query = {name: values[-1] for name, values in parse_qs(address.query, keep_blank_values=True).items()}
        self.text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.version = "v1.0" if address.path.startswith("/api/atlas/v1.0/") else "v2"
        status, headers = 200, []
        try:
            with LOCK:
                content = self.operate(address.path)
        except Refusal as refusal:
            status, headers, content = refusal.status, refusal.headers, refusal.body
        if self.query.get("envelope") == "true":
            content = {"status": status, "content": content}
        text = json.dumps(content, indent=2 if self.query.get("pretty") == "true" else None).encode()
        self.send_response(status)
        for name, value in [("Content-Type", TYPES[self.version]), ("Content-Length", str(len(text))), *headers]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


def state():
    return {"snapshots": len(snapshots), "restoreJobs": len(restore_jobs), "buckets": list(buckets.values())}


def end(*_):
    print(json.dumps({"state": state()}), flush=True)
    # The threads of connections that stay open are not waited for.
    os._exit(0)


signal.signal(signal.SIGTERM, end)
server = ThreadingHTTPServer(("127.0.0.1", FLAGS.port), Handler)
server.daemon_threads = True
url = f"http://127.0.0.1:{server.server_address[1]}"
about = {"url": url, "group": GROUP, "cluster": CLUSTER, "keys": KEYS, "state": state()}
print(json.dumps(about), flush=True)
server.serve_forever()
