"""The table of operations, what a handler is given, and what it gives back."""

import re
from dataclasses import dataclass, field

from habits import HABITS, either
from validation import INT32_MOST, query_boolean, query_integer

OPERATIONS = []
PAGING = {
    "includeCount": query_boolean,
    "itemsPerPage": query_integer(1, 500),
    "pageNum": query_integer(1, INT32_MOST),
}
REASONS = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    409: "Conflict",
    411: "Length Required",
    413: "Payload Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    431: "Request Header Fields Too Large",
    422: "Unprocessable Content",
    500: "Internal Server Error",
    501: "Not Implemented",
    505: "HTTP Version Not Supported",
}


class Refused(Exception):
    def __init__(self, status, code, detail, headers=None, fields=None):
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.fields = headers or {}, fields

    def body(self):
        told = {
            "error": self.status,
            "reason": REASONS.get(self.status, "Error"),
            "errorCode": self.code,
            "detail": self.detail,
        }
        if self.fields:
            told["badRequestDetail"] = {"fields": self.fields}
        return told


def missing(what, name):
    return Refused(404, f"{what.upper().replace(' ', '_')}_NOT_FOUND", f"There is no {what} {name}.")


def conflict(code, detail):
    return Refused(409, code, detail)


def invalid(where, message):
    fields = [{"field": where, "description": message}]
    return Refused(either(400, 422), "VALIDATION_ERROR", f"{where}: {message}", fields=fields)


@dataclass
class Reply:
    body: object
    status: int = 200
    headers: dict = field(default_factory=dict)


@dataclass
class Operation:
    method: str
    path: str
    handler: object
    versions: tuple
    roles: tuple
    query: dict
    controls: tuple
    body: object
    pattern: object


def operation(method, path, roles, versions=("1.0", "2"), query=None, paged=False, controls=None, body=None):
    """Adds a handler. `roles`: one of them suffices, "any" is any role anywhere; `body`: a check, or one by version."""

    def add(handler):
        asked = {**(query or {}), **(PAGING if paged else {})}
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
        allowed = (roles,) if isinstance(roles, str) else tuple(roles)
        shown = ("envelope", "pretty") if controls is None else tuple(controls)
        OPERATIONS.append(Operation(method, path, handler, tuple(versions), allowed, asked, shown, body, pattern))
        return handler

    return add


@dataclass
class Call:
    """One request, as handlers see it: everything in it is checked and of its type."""

    store: object
    caller: object
    version: str
    params: dict
    query: dict
    body: object
    path: str
    url: str

    @property
    def project(self):
        return self.store.projects[self.params["groupId"]]

    @property
    def org(self):
        return self.store.orgs[self.params["orgId"]]

    @property
    def cluster(self):
        found = self.project["clusters"].get(self.params["clusterName"])
        if found is None:
            raise missing("cluster", self.params["clusterName"])
        return found

    @property
    def dedicated(self):
        found = self.cluster
        if found["tier"] in ("M0", "M2", "M5"):
            raise Refused(400, "TIER_NOT_SUPPORTED", f"Clusters of tier {found['tier']} do not have this.")
        return found

    @property
    def serverless(self):
        found = self.project["serverless"].get(self.params["clusterName"])
        if found is None:
            raise missing("serverless instance", self.params["clusterName"])
        return found

    def one(self, records, what, parameter):
        name = self.params[parameter]
        if name not in records:
            raise missing(what, name)
        return records[name]


def page(call, records, show):
    """A page of a list, each record as `show` gives it."""
    records = either(list, lambda given: list(given)[::-1])(records)
    size, number = call.query.get("itemsPerPage", 100), call.query.get("pageNum", 1)
    shown = [show(one) for one in records[(number - 1) * size : number * size]]
    if HABITS.contrary and not shown and number > 1:
        raise Refused(404, "NO_SUCH_PAGE", f"The list has no page {number}.")
    told = {**either({"links": [{"rel": "self", "href": call.url}]}, {}), "results": shown}
    if call.query.get("includeCount", True):
        told["totalCount"] = len(records)
    return told
